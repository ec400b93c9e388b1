//! Scripts with the line ends of Windows: the shell takes the carriage return for a part of the last word.

use unbreak_core::{DeterminedBy, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// The endings of scripts that a shell runs.
const SHELL: [&str; 5] = ["sh", "bash", "zsh", "ksh", "dash"];

/// The mentioned scripts with the line ends that their shell expects.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let is_shell = |file: &RelPath| SHELL.contains(&file.extension());
    let is_script = |file: &RelPath, text: &str| is_shell(file) || text.starts_with("#!");
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
