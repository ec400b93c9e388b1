//! One search for the triggers of all parsers.

use std::collections::BTreeMap;
use std::sync::Arc;

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::dfa::DFA;
use aho_corasick::{Anchored, Input};
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

/// An Aho-Corasick automaton over the triggers of all parsers, as a table: one look-up per byte.
pub(super) struct TriggerIndex {
    automaton: DFA,
    /// Where every search begins.
    start: StateID,
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
        #[expect(
            clippy::expect_used,
            reason = "the build fails only past 2^31 states, more than the triggers of any registry have bytes"
        )]
        let automaton = DFA::new(patterns.keys()).expect("an automaton over the triggers");
        #[expect(clippy::expect_used, reason = "an automaton is built for unanchored searches")]
        let start = automaton.start_state(Anchored::No).expect("a start state");
        Self {
            automaton,
            start,
            owners: patterns.into_values().collect(),
        }
    }

    /// A byte of the first line of `buffer[from..to]` that may interest somebody.
    pub(super) fn find(&self, buffer: &[u8], from: usize, to: usize) -> Option<usize> {
        let input = Input::new(buffer).span(from..to);
        let found = self.automaton.try_find(&input).ok().flatten()?;
        Some(found.end().saturating_sub(1).max(from))
    }

    /// The parsers that have a trigger in `text`, in the order in which they are asked.
    ///
    /// The crate's own search for overlapping matches gives the same, at several times the cost: it
    /// can stop and go on at any match, which is not needed here.
    pub(super) fn owners(&self, text: &str, owners: &mut Vec<usize>) {
        owners.clear();
        self.collect(self.start, owners);
        let mut state = self.start;
        for byte in text.bytes() {
            state = self.automaton.next_state(Anchored::No, state, byte);
            if self.automaton.is_special(state) {
                self.collect(state, owners);
            }
        }
        owners.sort_unstable();
        owners.dedup();
    }

    /// Adds the owners of all patterns that end in this state.
    fn collect(&self, state: StateID, owners: &mut Vec<usize>) {
        if self.automaton.is_match(state) {
            for index in 0..self.automaton.match_len(state) {
                let pattern = self.automaton.match_pattern(state, index);
                owners.extend_from_slice(&self.owners[pattern.as_usize()]);
            }
        }
    }
}
