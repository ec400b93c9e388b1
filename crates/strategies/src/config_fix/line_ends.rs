//! Scripts with the line ends of Windows: the shell takes the carriage return for a part of the last word.

use unbreak_core::{DeterminedBy, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// The endings of scripts that a shell runs.
const SHELL: [&str; 5] = ["sh", "bash", "zsh", "ksh", "dash"];

/// What shells and the system say if they do not find a program whose name ends with a carriage return.
const NOT_FOUND: [&str; 3] = ["no such file or directory", "not found", "bad interpreter"];

/// The mentioned scripts with the line ends that their shell expects. An interpreter that is no shell reads both, if it
/// starts.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let said = case.diagnostic.message.to_lowercase();
    let does_not_start = NOT_FOUND.iter().any(|words| said.contains(words));
    let is_script = |file: &RelPath, text: &str| {
        let interpreter = text.lines().next().filter(|line| line.starts_with("#!"));
        let mut words = interpreter.into_iter().flat_map(|line| line.split([' ', '/']));
        let is_shell = SHELL.contains(&file.extension()) || words.any(|word| SHELL.contains(&word));
        is_shell || does_not_start && interpreter.is_some()
    };
    let broken = case.suspects(|_| true).into_iter();
    let broken = broken.filter(|(file, text)| text.contains("\r\n") && is_script(file, text));
    broken
        .map(|(file, before)| Offer {
            title: format!("convert {file} to Unix line ends"),
            reason: "the shell treats the carriage return as part of the last word of each line".to_owned(),
            confidence: confidence::resolved(),
            evidence: DeterminedBy::Convention.into(),
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite {
                after: before.replace("\r\n", "\n"),
                before,
                file,
            }],
        })
        .collect()
}
