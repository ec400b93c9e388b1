//! Files of variables that a shell reads: spaces around the sign of an assignment make it a command.

use unbreak_core::{DeterminedBy, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// The mentioned files of variables whose assignments a shell took for commands.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let Some(command) = unknown_command(&case.diagnostic.message) else {
        return Vec::new();
    };
    let is_of_variables = |file: &RelPath| {
        let name = file.file_name();
        name == ".env" || name.starts_with(".env.") || name.ends_with(".env")
    };
    let suspects = case.suspects(is_of_variables).into_iter();
    let broken = suspects.filter_map(|(file, before)| {
        let after = joined(&before, command)?;
        Some(Offer {
            title: format!("write the assignments of {file} without spaces around '='"),
            reason: format!("the shell treats '{command}' as a command if a space follows it"),
            confidence: confidence::only(),
            evidence: DeterminedBy::Convention.into(),
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite { file, before, after }],
        })
    });
    broken.collect()
}

/// The command that a shell does not find: `./.env: PORT: not found`.
fn unknown_command(message: &str) -> Option<&str> {
    let message = message.trim_end();
    let said = message
        .strip_suffix(": command not found")
        .or_else(|| message.strip_suffix(": not found"))?;
    let name = said.rsplit([':', ' ']).next()?;
    (!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then_some(name)
}

/// The text with every assignment joined, if the one of the command has to be.
fn joined(text: &str, command: &str) -> Option<String> {
    let mut after = String::with_capacity(text.len());
    let mut is_told = false;
    for line in text.split_inclusive('\n') {
        match parts(line) {
            Some((name, value)) => {
                is_told |= name.trim_start_matches("export ") == command;
                after.push_str(&format!("{name}={value}"));
            }
            None => after.push_str(line),
        }
    }
    is_told.then_some(after)
}

/// The name and the value of an assignment with space beside its sign; of a value without spaces, which would
/// need quotes.
fn parts(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let bare = name.trim_end();
    let is_name = bare
        .trim_start_matches("export ")
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_');
    let shown = value.trim();
    let is_one_word = !shown.contains(char::is_whitespace) || shown.starts_with(['"', '\'']);
    let has_space = bare != name || value.starts_with([' ', '\t']);
    (is_name && !bare.is_empty() && is_one_word && has_space)
        .then(|| (bare, value.trim_start_matches([' ', '\t'])))
}
