//! The texts of a rewrite, with what the message and the file say in their places.

use std::collections::BTreeMap;

use super::template::{PYTHON, Template};
use crate::rule_file::answer::{Captures, fill};
use crate::rule_file::python::Names;
use crate::rule_file::rewrite::Rewrite;

/// The texts of a rewrite with the captures in their places.
pub(super) struct Written {
    pub(super) pattern: String,
    pub(super) fix: String,
    pub(super) given: Option<String>,
    pub(super) inside: Option<String>,
}

impl Written {
    pub(super) fn of(rewrite: &Rewrite, captures: &Captures) -> Option<Self> {
        let filled = |text: &Option<String>| match text {
            Some(text) => fill(text, captures).map(Some),
            None => Some(None),
        };
        Some(Self {
            pattern: fill(&rewrite.pattern, captures)?,
            fix: fill(&rewrite.fix, captures)?,
            given: filled(&rewrite.given)?,
            inside: filled(&rewrite.inside)?,
        })
    }

    /// The texts that the file has for the metavariables of `given`. Several are of use only where the pattern
    /// tells which is meant.
    pub(super) fn meanings(&self, text: &str, names: &Names<'_>) -> Vec<BTreeMap<String, String>> {
        let Some(given) = &self.given else {
            return vec![BTreeMap::new()];
        };
        let spellings = Template::of(given).spellings(names).into_iter();
        let meanings = Rewrite::meanings(PYTHON, text, spellings.map(|(spelled, _)| spelled));
        let is_told = |meaning: &BTreeMap<String, String>| {
            let mut variables = meaning.keys().map(|name| format!("${name}"));
            variables.all(|name| !self.fix.contains(&name) || self.pattern.contains(&name))
        };
        match meanings.as_slice() {
            [_] => meanings,
            several if several.iter().all(is_told) => meanings,
            _ => Vec::new(),
        }
    }
}

/// A template with these texts for their metavariables.
pub(super) fn with_given(template: &str, given: &BTreeMap<String, String>) -> String {
    let is_behind = |c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let mut written = template.to_owned();
    for (name, text) in given {
        let variable = format!("${name}");
        let mut parts = written.split(&variable);
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_it = part.chars().next().is_none_or(is_behind) && !filled.ends_with('$');
            filled.push_str(if is_it { text } else { &variable });
            filled.push_str(part);
        }
        written = filled;
    }
    written
}
