//! Checks that the program exists, before anything begins.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use unbreak_strategies::diagnosis;

use crate::error::CliError;
use crate::near::did_you_mean;

/// Refuses a program that cannot be found, and suggests similar names.
pub(crate) fn check(program: &str, directory: &Path) -> Result<(), CliError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = match program.contains('/') {
        true => directory.join(program).is_file(),
        false => directories(&path).any(|directory| directory.join(program).is_file()),
    };
    if found {
        return Ok(());
    }
    let error = CliError::usage(format!("command not found: {program}"));
    Err(match program.rsplit_once('/') {
        _ if program.contains(char::is_whitespace) => error
            .hint(format!(
                "the command is taken word by word: unbreak run -- {program}"
            ))
            .hint(format!("for a shell's syntax: unbreak run -- sh -c '{program}'")),
        Some((folder, _)) => {
            let beside = names(&directory.join(folder)).map(|name| format!("{folder}/{name}"));
            error.hint(did_you_mean(program, beside))
        }
        None => {
            let names = directories(&path).flat_map(|directory| names(&directory));
            let meant = local(program, directory)
                .or_else(|| install(program, &path))
                .or_else(|| did_you_mean(program, names));
            error.hint(meant.unwrap_or_else(|| "is it installed, and its directory in PATH?".to_owned()))
        }
    })
}

/// A file with that name is here, but is only found with a path.
fn local(program: &str, directory: &Path) -> Option<String> {
    directory
        .join(program)
        .is_file()
        .then(|| format!("there is a file of that name here: ./{program}"))
}

/// The command that installs a well-known program.
fn install(program: &str, path: &OsString) -> Option<String> {
    let is_there = |name: &str| directories(path).any(|directory| directory.join(name).is_file());
    let remedies = diagnosis::bringing(program, is_there);
    Some(format!("install it: {}", remedies.first()?.command))
}

fn directories(path: &OsString) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(path)
}

fn names(directory: &Path) -> impl Iterator<Item = String> + use<> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}
