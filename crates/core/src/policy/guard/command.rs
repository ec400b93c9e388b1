//! Files of the user's command that are part of the check, not its subject.

use crate::path::RelPath;
use crate::tool_facts::any_lists;

use super::places;

/// Returns whether the command runs a file, or reads from it what to check. The sources that a compiler or checker is
/// given are the subject of the check.
pub(super) fn is_part_of_check(command: &[&str], file: &RelPath) -> bool {
    simple_commands(command).iter().any(|words| {
        runs(words, file) || !places::is_code(file) && words.iter().any(|word| names(word, file))
    })
}

/// The command's words; for a line given to a shell, the words of each command in it.
fn simple_commands<'a>(command: &[&'a str]) -> Vec<Vec<&'a str>> {
    let line = command
        .iter()
        .position(|word| *word == "-c" || *word == "-lc" || *word == "-ec");
    match line.and_then(|at| command.get(at + 1)) {
        Some(line) if command.first().is_some_and(|program| is_shell(program)) => line
            .split([';', '&', '|', '\n'])
            .map(|part| part.split_whitespace().collect())
            .collect(),
        _ => vec![command.to_vec()],
    }
}

/// Returns whether a file is the program, or the script that an interpreter among the words runs.
fn runs(words: &[&str], file: &RelPath) -> bool {
    let program = words.first().is_some_and(|program| names(program, file));
    let interpreters = (0..words.len()).filter(|&at| is_interpreter(words[at]));
    let mut scripts = interpreters.filter_map(|at| script(&words[at + 1..]));
    program || scripts.any(|script| names(script, file))
}

/// The first word that is not an option. The word after `-m` or `-c` is not a file.
fn script<'a>(arguments: &[&'a str]) -> Option<&'a str> {
    let first = arguments.iter().position(|word| !word.starts_with('-'))?;
    let is_other = arguments[..first]
        .iter()
        .any(|option| matches!(*option, "-m" | "-c"));
    (!is_other).then_some(arguments[first])
}

/// Returns whether a word names a file: `./check.sh`, `--config=strict.toml`.
fn names(word: &str, file: &RelPath) -> bool {
    let value = word.split_once('=').map_or(word, |(_, value)| value);
    value.trim_start_matches("./") == file.as_str()
}

fn is_interpreter(program: &str) -> bool {
    any_lists(|tool| &tool.interpreters, base_name(program))
}

fn is_shell(program: &str) -> bool {
    base_name(program).ends_with("sh")
}

fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}
