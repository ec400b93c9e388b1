//! Whether there is such a program, before anything is begun.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::near::did_you_mean;

/// Refuses a program that is nowhere to be found, and says what may have been meant.
pub(super) fn check(program: &str, directory: &Path) -> Result<(), CliError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if program.contains('/') {
        return check_file(program, &directory.join(program));
    }
    if directories(&path).any(|directory| directory.join(program).is_file()) {
        return Ok(());
    }
    let names = directories(&path).flat_map(|directory| names(&directory));
    Err(not_found(program)
        .hint(local(program, directory))
        .hint(did_you_mean(program, names)))
}

fn check_file(program: &str, file: &Path) -> Result<(), CliError> {
    if file.is_file() {
        return Ok(());
    }
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let beside = names(&folder).map(|name| match program.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name,
    });
    Err(not_found(program).hint(did_you_mean(program, beside)))
}

fn not_found(program: &str) -> CliError {
    let error = CliError::usage(format!("command not found: {program}"));
    match program.contains(char::is_whitespace) {
        true => error.hint(format!(
            "the command is taken word by word: unbreak run -- {program}\nor, for a shell's syntax: unbreak run -- sh -c '{program}'"
        )),
        false => error,
    }
}

/// A file of that name lies here, but is only found with a path.
fn local(program: &str, directory: &Path) -> Option<String> {
    directory
        .join(program)
        .is_file()
        .then(|| format!("there is a file of that name here: ./{program}"))
}

fn directories(path: &OsString) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(path)
}

fn names(directory: &Path) -> impl Iterator<Item = String> + use<> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}
