//! Which triggers end where a search stands.

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::nfa::noncontiguous::NFA;

/// A trigger that ends in a state.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// Its bytes.
    pub(super) length: usize,
    /// A parser that gave it, by its position in the roster; `None` for what the pipeline itself looks for.
    pub(super) owner: Option<usize>,
}

/// The ends of the states that were looked up: an output visits few of them, and those over and over.
pub(super) struct Ends {
    /// For each state the number of its list, from 1.
    numbers: Vec<u32>,
    lists: Vec<Box<[End]>>,
}

impl Ends {
    pub(super) fn new(states: usize) -> Self {
        Self {
            // Zeroed memory costs nothing until it is used.
            numbers: vec![0; states],
            lists: Vec::new(),
        }
    }

    /// The triggers that end in this state; `owners` tells for each pattern who gave it.
    pub(super) fn of(&mut self, state: StateID, automaton: &NFA, owners: &[Vec<usize>]) -> &[End] {
        let number = &mut self.numbers[state.as_usize()];
        if *number == 0 {
            self.lists.push(ends(state, automaton, owners));
            *number = u32::try_from(self.lists.len()).unwrap_or_default();
        }
        &self.lists[*number as usize - 1]
    }
}

fn ends(state: StateID, automaton: &NFA, owners: &[Vec<usize>]) -> Box<[End]> {
    let patterns = (0..automaton.match_len(state)).map(|index| automaton.match_pattern(state, index));
    let ends = patterns.flat_map(|pattern| {
        let owners = owners[pattern.as_usize()].as_slice();
        let nobody = owners.is_empty().then_some(None);
        let owners = owners.iter().map(|owner| Some(*owner)).chain(nobody);
        owners.map(move |owner| End {
            length: automaton.pattern_len(pattern),
            owner,
        })
    });
    ends.collect()
}
