//! An automaton that finds many texts at once, built only as far as an output needs it.
//!
//! It is that of A. V. Aho and M. J. Corasick, "Efficient string matching: an aid to bibliographic
//! search", Communications of the ACM 18 (1975). Building it as a whole would slow every start of
//! the program, and an output visits only a few of its thousands of states.

use std::ops::Range;

/// Texts to be found, and whose each is.
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// In the order of the texts.
    entries: Vec<Text>,
    longest: usize,
}

/// A text of one owner.
struct Text {
    /// Its position among the bytes.
    at: Range<usize>,
    owner: Option<usize>,
}

impl Texts {
    /// The owner `None` has the texts that all parsers need. An empty text is everywhere.
    pub(super) fn new<'a>(texts: impl Iterator<Item = (&'a str, Option<usize>)>) -> Self {
        let mut texts: Vec<_> = texts.collect();
        texts.sort_unstable();
        let mut bytes = Vec::new();
        let entries = texts.iter().map(|(text, owner)| {
            let start = bytes.len();
            bytes.extend_from_slice(text.as_bytes());
            Text {
                at: start..bytes.len(),
                owner: *owner,
            }
        });
        Self {
            entries: entries.collect(),
            longest: texts.iter().map(|(text, _)| text.len()).max().unwrap_or_default(),
            bytes,
        }
    }

    /// The length of the longest.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Texts of `range`, which share `depth` bytes, that continue with this byte.
    fn going_on(&self, range: &Range<usize>, depth: usize, byte: u8) -> Range<usize> {
        let entries = &self.entries[range.clone()];
        let next = |text: &Text| self.bytes[text.at.clone()].get(depth).copied();
        let before = entries.partition_point(|text| next(text) < Some(byte));
        let count = entries[before..].partition_point(|text| next(text) == Some(byte));
        range.start + before..range.start + before + count
    }

    /// Texts of `range`, which share `depth` bytes, that end there.
    fn ended(&self, range: &Range<usize>, depth: usize) -> impl Iterator<Item = End> {
        let entries = self.entries[range.clone()].iter();
        let ended = entries.take_while(move |text| text.at.len() == depth);
        ended.map(move |text| End {
            length: depth,
            owner: text.owner,
        })
    }
}

/// A text that ends in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// Its bytes.
    pub(super) length: usize,
    pub(super) owner: Option<usize>,
}

/// A state, as a search holds it: where its row of the table begins, with [`HIT`] when a text ends in it.
pub(super) type State = u32;

/// A text ends here; or, without a row, the next state was not needed before.
pub(super) const HIT: State = 1 << 31;
pub(super) const UNKNOWN: State = HIT;
/// The start of every search.
pub(super) const START: State = ROW;
/// Cells of a row: one for each byte, and a cache line more. If it were a power of two, the cells
/// of one byte in all states would compete for the same places in the cache.
const ROW: State = 256 + 16;

/// The states that were made.
pub(super) struct Automaton {
    /// A row for each state: the state after each byte. Row 0 belongs to none.
    table: Vec<State>,
    nodes: Vec<Node>,
}

/// A state: the bytes that its texts have in common.
#[derive(Default)]
struct Node {
    texts: Range<usize>,
    depth: usize,
    /// The state of the longest end of those bytes that begins a text, too.
    fallback: State,
    ends: Box<[End]>,
}

impl Automaton {
    pub(super) fn new(texts: &Texts) -> Self {
        let mut automaton = Self {
            table: Vec::new(),
            nodes: Vec::new(),
        };
        let all = 0..texts.entries.len();
        automaton.push(Node::default());
        automaton.push(Node {
            fallback: START,
            ends: texts.ended(&all, 0).collect(),
            texts: all,
            depth: 0,
        });
        automaton
    }

    /// The texts that end in this state, the longest first.
    pub(super) fn ends(&self, state: State) -> &[End] {
        &self.nodes[row(state)].ends
    }

    /// The state after another byte.
    #[inline]
    pub(super) fn next(&mut self, texts: &Texts, state: State, byte: u8) -> State {
        match self.table[cell(state, byte)] {
            UNKNOWN => self.find_out(texts, state, byte),
            next => next,
        }
    }

    /// Goes on from byte `at` of each part until a text ends in some lane or what comes is not known there;
    /// gives after which byte that is so, or that the parts end, and the states then. Only these bear marks.
    //
    // The work at a mark is not done here, and this is not a part of the code that does it: there are just
    // enough registers for the states.
    #[inline(never)]
    pub(super) fn run<const LANES: usize, const PART: usize>(
        &self,
        parts: &[[u8; PART]; LANES],
        mut at: usize,
        states: [State; LANES],
    ) -> (usize, [State; LANES]) {
        let table = self.table.as_slice();
        let mut now = states;
        while at < PART {
            now = std::array::from_fn(|lane| {
                let byte = usize::from(parts[lane][at]);
                table[now[lane] as usize + byte]
            });
            if now.iter().fold(0, |marks, state| marks | state) & HIT != 0 {
                break;
            }
            at += 1;
        }
        (at, now)
    }

    #[cold]
    fn find_out(&mut self, texts: &Texts, state: State, byte: u8) -> State {
        let Node {
            texts: range,
            depth,
            fallback,
            ..
        } = &self.nodes[row(state)];
        let (longer, depth, fallback) = (texts.going_on(range, *depth, byte), *depth, *fallback);
        let shorter = match depth {
            0 => self.marked(START),
            _ => self.next(texts, fallback, byte),
        };
        let next = if longer.is_empty() {
            shorter
        } else {
            self.add(texts, longer, depth + 1, shorter)
        };
        self.table[cell(state, byte)] = next;
        next
    }

    fn add(&mut self, texts: &Texts, range: Range<usize>, depth: usize, fallback: State) -> State {
        let own = texts.ended(&range, depth);
        let ends = own.chain(self.ends(fallback).iter().copied()).collect();
        let number = self.push(Node {
            texts: range,
            depth,
            fallback,
            ends,
        });
        self.marked(number * ROW)
    }

    /// The state, with its mark.
    fn marked(&self, state: State) -> State {
        let mark = if self.ends(state).is_empty() { 0 } else { HIT };
        state | mark
    }

    /// Adds a row and gives its number.
    fn push(&mut self, node: Node) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are no more states than the texts of a registry have bytes"
        )]
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.table.resize(self.nodes.len() * ROW as usize, UNKNOWN);
        number
    }
}

fn row(state: State) -> usize {
    ((state & !HIT) / ROW) as usize
}

/// The cell for the successor of `state`.
#[inline]
fn cell(state: State, byte: u8) -> usize {
    (state & !HIT) as usize + usize::from(byte)
}
