//! Checks whether a command could be started, without starting it.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use unbreak_core::Command;

/// The search path if no `PATH` is set (execvp(3)).
const USUAL: &str = "/bin:/usr/bin";

/// Fails as starting it in a directory would if its program does not exist, or may not be executed.
pub(super) fn look_up(command: &Command, directory: &Path) -> io::Result<()> {
    if !directory.is_dir() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut failure = io::ErrorKind::NotFound;
    for file in candidates(command, directory) {
        match startable(&file) {
            Ok(()) => return Ok(()),
            // A later directory of the path may hold an executable one.
            Err(io::ErrorKind::PermissionDenied) => failure = io::ErrorKind::PermissionDenied,
            Err(_) => {}
        }
    }
    Err(failure.into())
}

/// The files that a program's name may mean, in the order in which they are tried.
fn candidates(command: &Command, directory: &Path) -> Vec<PathBuf> {
    if command.program.contains('/') {
        return vec![directory.join(&command.program)];
    }
    let own = command.env.get("PATH").map(OsStr::new).map(OsStr::to_owned);
    let path = own.or_else(|| std::env::var_os("PATH"));
    let path = path.unwrap_or_else(|| USUAL.into());
    std::env::split_paths(&path)
        .map(|part| directory.join(part).join(&command.program))
        .collect()
}

fn startable(file: &Path) -> Result<(), io::ErrorKind> {
    let metadata = file.metadata().map_err(|error| error.kind())?;
    match metadata.is_file() && access(file, Access::EXEC_OK).is_ok() {
        true => Ok(()),
        false => Err(io::ErrorKind::PermissionDenied),
    }
}
