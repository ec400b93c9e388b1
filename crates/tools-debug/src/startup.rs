//! Settings that the programs of a command read before their own first line: environment variables,
//! and code that Python runs when it starts.

use std::path::{Path, PathBuf};

use unbreak_core::{Command, ToolError};

/// Sees to the module that the tool's own is before.
const NEXT: &str = include_str!("startup/next.py");

/// Has the Python programs of a command run `text` when they start. Modules that it imports may be
/// put into the same directory.
///
/// # Errors
/// When the directory cannot be written.
pub(crate) fn python(command: &mut Command, directory: &Path, text: &str) -> Result<(), ToolError> {
    write(directory, "sitecustomize.py", &format!("{NEXT}{text}"))?;
    prepend(command, "PYTHONPATH", ":", &directory.to_string_lossy());
    Ok(())
}

/// Sets a variable.
pub(crate) fn set(command: &mut Command, name: &str, value: impl Into<String>) {
    command.env.insert(name.to_owned(), value.into());
}

/// Prepends to a variable's value: the first of a name is the one that counts.
pub(crate) fn prepend(command: &mut Command, name: &str, separator: &str, value: &str) {
    let own = command.env.get(name).cloned();
    let held = own.or_else(|| std::env::var(name).ok()).unwrap_or_default();
    let separator = if held.is_empty() { "" } else { separator };
    set(command, name, format!("{value}{separator}{held}"));
}

/// Writes a file, and makes its directory.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write(directory: &Path, name: &str, text: &str) -> Result<PathBuf, ToolError> {
    create(directory)?;
    let path = directory.join(name);
    match std::fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(error) => Err(unwritable(&path, &error)),
    }
}

/// Makes a directory.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn create(directory: &Path) -> Result<(), ToolError> {
    std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> ToolError {
    ToolError::Other(format!("{} cannot be written: {error}", path.display()))
}
