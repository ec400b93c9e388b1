//! One search for the triggers of all parsers.

use std::collections::BTreeMap;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input};
use unbreak_core::ErrorParser;

/// How every line that begins a document looks, wherever its CI prefix ends (see `collect::begun`).
const DOCUMENT_STARTS: [&str; 13] = [
    "{\"",
    "{\n",
    "{\r",
    "{ ",
    "{\t",
    "[{",
    "[\n",
    "[\r",
    "[ ",
    "[\t",
    "<?xml",
    "<testsuite",
    "<checkstyle",
];

/// Above this many bytes of triggers, memory matters more than speed.
const DENSE_LIMIT: usize = 64 * 1024;

/// An Aho-Corasick automaton over the triggers of all parsers.
pub(super) struct TriggerIndex {
    automaton: AhoCorasick,
    /// For each pattern the positions, in the roster, of the parsers that gave it.
    owners: Vec<Vec<usize>>,
}

impl TriggerIndex {
    pub(super) fn new(parsers: &[Arc<dyn ErrorParser>]) -> Self {
        let mut patterns: BTreeMap<&str, Vec<usize>> =
            DOCUMENT_STARTS.iter().map(|start| (*start, Vec::new())).collect();
        for (position, parser) in parsers.iter().enumerate() {
            for trigger in parser.triggers() {
                patterns.entry(trigger).or_default().push(position);
            }
        }
        let bytes: usize = patterns.keys().map(|pattern| pattern.len()).sum();
        let kind = if bytes <= DENSE_LIMIT {
            AhoCorasickKind::DFA
        } else {
            AhoCorasickKind::ContiguousNFA
        };
        #[expect(
            clippy::expect_used,
            reason = "the build fails only past 2^31 states, more than the triggers of any registry have bytes"
        )]
        let automaton = AhoCorasick::builder()
            .kind(Some(kind))
            .build(patterns.keys())
            .expect("an automaton over the triggers");
        Self {
            automaton,
            owners: patterns.into_values().collect(),
        }
    }

    /// A byte of the first line of `buffer[from..to]` that may interest somebody.
    pub(super) fn find(&self, buffer: &[u8], from: usize, to: usize) -> Option<usize> {
        let found = self.automaton.find(Input::new(buffer).span(from..to))?;
        Some(found.end().saturating_sub(1).max(from))
    }

    /// The parsers that have a trigger in `text`, in the order in which they are asked.
    pub(super) fn owners(&self, text: &str, owners: &mut Vec<usize>) {
        owners.clear();
        for found in self.automaton.find_overlapping_iter(text) {
            owners.extend_from_slice(&self.owners[found.pattern().as_usize()]);
        }
        owners.sort_unstable();
        owners.dedup();
    }
}
