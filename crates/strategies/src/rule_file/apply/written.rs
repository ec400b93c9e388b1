//! The texts of a rewrite, with what the message and the file say in their places.

use std::collections::BTreeMap;
use std::ops::Range;

use super::template::{PYTHON, Template};
use crate::rule_file::answer::{Captures, fill};
use crate::rule_file::language::Tongue;
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

    /// The same with the metavariables of `given` as the file writes them, for each of their meanings.
    pub(super) fn with_meanings(&self, tongue: Tongue, text: &str) -> Vec<Self> {
        let meanings = self.meanings_of(tongue, text, self.given.iter().cloned());
        let filled = |meaning: BTreeMap<String, String>| Self {
            pattern: with_given(&self.pattern, &meaning),
            fix: with_given(&self.fix, &meaning),
            given: None,
            inside: self.inside.as_ref().map(|inside| with_given(inside, &meaning)),
        };
        meanings.into_iter().map(filled).collect()
    }

    /// Whether a place lies where `inside` demands.
    pub(super) fn is_inside(&self, tongue: Tongue, text: &str) -> impl Fn(&Range<usize>) -> bool + use<> {
        let around = self.inside.iter().cloned();
        let around = self
            .inside
            .is_some()
            .then(|| Rewrite::places(tongue, text, around));
        move |range| around.as_ref().is_none_or(|around| lies_in(range, around))
    }

    /// The texts that the file has for the metavariables of `given`, with Python's qualified names as the file writes
    /// them.
    pub(super) fn meanings(&self, text: &str, names: &Names<'_>) -> Vec<BTreeMap<String, String>> {
        let spellings = self
            .given
            .iter()
            .flat_map(|given| Template::of(given).spellings(names));
        self.meanings_of(PYTHON, text, spellings.map(|(spelled, _)| spelled))
    }

    /// The texts for the metavariables of some patterns. Several are of use only where the pattern tells which is meant.
    fn meanings_of(
        &self,
        tongue: Tongue,
        text: &str,
        patterns: impl Iterator<Item = String>,
    ) -> Vec<BTreeMap<String, String>> {
        if self.given.is_none() {
            return vec![BTreeMap::new()];
        }
        let meanings = Rewrite::meanings(tongue, text, patterns);
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

/// Returns whether a place lies in one of others.
pub(super) fn lies_in(range: &Range<usize>, others: &[Range<usize>]) -> bool {
    let mut others = others.iter();
    others.any(|other| other.start <= range.start && range.end <= other.end)
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
