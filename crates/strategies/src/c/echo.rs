//! How a build compiles a file, read from its output: `make` prints each command before it runs it.

use unbreak_core::RelPath;

use super::invocation::{Invocation, shell_words};

/// The last command that compiles the file. `started_in` is where the build was started.
pub(super) fn invocation(output: &str, started_in: Option<&RelPath>, file: &RelPath) -> Option<Invocation> {
    output
        .lines()
        .rev()
        .filter(|line| line.contains(file.file_name()))
        .find_map(|line| compilation(line, started_in, file))
}

/// The command of a line, if the file is among its inputs.
fn compilation(line: &str, started_in: Option<&RelPath>, file: &RelPath) -> Option<Invocation> {
    let words = shell_words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut inputs = words.iter().filter(|word| !word.starts_with('-'));
    let directory = inputs.find_map(|input| directory_of(input, started_in, file))?;
    let mut found = Invocation::in_words(&words)?;
    found.directory = directory;
    Some(found)
}

/// Returns the directory of a command that names the file like this.
fn directory_of(input: &str, started_in: Option<&RelPath>, file: &RelPath) -> Option<Option<RelPath>> {
    if input.starts_with('/') {
        let is_file = input.strip_suffix(file.as_str())?.ends_with('/');
        return is_file.then(|| started_in.cloned());
    }
    let input = input.strip_prefix("./").unwrap_or(input);
    match file.as_str().strip_suffix(input)? {
        "" => Some(None),
        above => Some(Some(RelPath::new(above.strip_suffix('/')?).ok()?)),
    }
}
