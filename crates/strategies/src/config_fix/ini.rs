//! INI files: a header without its bracket, a key without its `=`.

use unbreak_core::{DeterminedBy, Evidence, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

const ENDINGS: [&str; 2] = ["ini", "cfg"];

/// Files of this form with another ending, or none.
const NAMES: [&str; 6] = [
    ".flake8",
    ".pylintrc",
    ".coveragerc",
    ".gitmodules",
    ".editorconfig",
    ".npmrc",
];

/// The mentioned files with every line that no reader understands repaired.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let is_ini = |file: &RelPath| {
        let name = file.as_str().rsplit('/').next().unwrap_or_default();
        ENDINGS.contains(&file.extension()) || NAMES.contains(&name)
    };
    let suspects = case.suspects(is_ini).into_iter();
    let repaired = suspects.filter_map(|(file, before)| {
        let (after, is_header) = repaired(&before)?;
        Some(Offer {
            title: format!("repair the lines of {file} that are neither header, key nor comment"),
            reason: "a header is in brackets, and a key has '=' or ':' before its value".to_owned(),
            confidence: if is_header {
                confidence::resolved()
            } else {
                confidence::preferred()
            },
            evidence: match is_header {
                true => DeterminedBy::Convention.into(),
                // The line may continue with the value above.
                false => Evidence::search(false),
            },
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite { file, before, after }],
        })
    });
    repaired.collect()
}

/// The text with its lines repaired, and whether only headers had to be; `None` if nothing can be repaired.
fn repaired(text: &str) -> Option<(String, bool)> {
    let mut after = String::with_capacity(text.len());
    let (mut headers, mut keys) = (0, 0);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let end = &line[bare.len()..];
        if let Some(header) = header(bare) {
            headers += 1;
            after.push_str(&header);
            after.push_str(end);
        } else if let Some(key) = key(bare) {
            keys += 1;
            after.push_str(&key);
            after.push_str(end);
        } else {
            after.push_str(line);
        }
    }
    (headers + keys > 0).then_some((after, keys == 0))
}

/// A header that has one of its brackets only.
fn header(line: &str) -> Option<String> {
    let is_name = |name: &str| !name.is_empty() && !name.contains(['[', ']', '=', '#', ';']);
    let opened = line.strip_prefix('[').filter(|rest| is_name(rest));
    let closed = line
        .strip_suffix(']')
        .filter(|rest| is_name(rest) && !rest.starts_with([' ', '\t']));
    match (opened, closed) {
        (Some(name), _) => Some(format!("[{name}]")),
        (_, Some(name)) => Some(format!("[{name}]")),
        _ => None,
    }
}

/// A key and its value with only a blank between them.
fn key(line: &str) -> Option<String> {
    let is_code = !line.starts_with([' ', '\t', '#', ';', '[']) && !line.contains(['=', ':']);
    let (key, value) = line.split_once(' ').filter(|_| is_code)?;
    let is_key = key.starts_with(|c: char| c.is_alphabetic())
        && key.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    (is_key && !value.trim().is_empty()).then(|| format!("{key} = {}", value.trim_start()))
}
