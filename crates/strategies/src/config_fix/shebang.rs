//! The program in the first line of a script, misspelt.

use unbreak_core::{Evidence, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::closeness::{closest, is_slip};
use crate::weights::confidence;

/// Programs that scripts are written for.
const INTERPRETERS: [&str; 14] = [
    "python3", "python", "bash", "sh", "zsh", "dash", "ksh", "node", "ruby", "perl", "php", "deno", "pwsh",
    "lua",
];

/// The mentioned scripts that begin with a program which is like one that exists, and which the output names.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let scripts = case.suspects(|_| true).into_iter();
    let broken = scripts.filter_map(|(file, before)| {
        let first = before.strip_prefix("#!")?.lines().next()?;
        let written = program(first)?;
        let is_named = case.context.output.contains(written);
        let right = only_like(written).filter(|_| is_named)?;
        let at = 2 + first.rfind(written)?;
        let after = format!("{}{right}{}", &before[..at], &before[at + written.len()..]);
        Some(Offer {
            title: format!("run {file} with {right}"),
            reason: format!("there is no program '{written}', and '{right}' has a similar spelling"),
            confidence: confidence::resolved(),
            evidence: Evidence::spelling(true, true),
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite { file, before, after }],
        })
    });
    broken.collect()
}

/// The name of the program in a first line: `/usr/bin/env -S python3 -u`, `/bin/bash`.
fn program(first: &str) -> Option<&str> {
    let mut words = first.split_whitespace();
    let path = words.next()?;
    let name = match path.rsplit('/').next()? {
        "env" => words.find(|word| !word.starts_with('-'))?,
        name => name,
    };
    (!INTERPRETERS.contains(&name)).then_some(name)
}

/// The program that a name is a slip of, if no other is as close.
fn only_like(written: &str) -> Option<&'static str> {
    let near = closest(written, INTERPRETERS);
    let (right, score) = *near.first()?;
    let is_only = near.get(1).is_none_or(|(_, next)| *next < score);
    (is_only && is_slip(written, right)).then_some(right)
}
