//! One search for the triggers of all parsers.

use std::collections::BTreeMap;
use std::sync::Arc;

use aho_corasick::Anchored;
use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::nfa::noncontiguous::NFA;
use unbreak_core::ErrorParser;

use super::collect::XML_STARTS;
use super::directory::MARKS;
use super::ends::Ends;

/// How every line that begins a JSON document looks, wherever its CI prefix ends (see `collect::begun`).
const JSON_STARTS: [&str; 10] = ["{\"", "{\n", "{\r", "{ ", "{\t", "[{", "[\n", "[\r", "[ ", "[\t"];

/// An Aho-Corasick automaton over the triggers of all parsers.
///
/// It is cheap to build, because every start of the program pays for that: what makes it fast, a table
/// with one look-up per byte, is filled by each [`Scanner`] as it goes, and an output visits but few of
/// its thousands of states.
pub(super) struct TriggerIndex {
    automaton: NFA,
    /// For each byte its column in the table: bytes in no trigger share one.
    columns: [u8; 256],
    /// The table has `1 << width` columns.
    width: u32,
    /// At least as many rows as the automaton has states.
    rows: usize,
    /// The length of the longest trigger.
    longest: usize,
    /// Where every search begins.
    start: StateID,
    /// For each pattern the positions, in the roster, of the parsers that gave it; none for
    /// what the pipeline itself looks for.
    owners: Vec<Vec<usize>>,
    /// The roster.
    parsers: Vec<Arc<dyn ErrorParser>>,
}

impl TriggerIndex {
    pub(super) fn new(parsers: &[Arc<dyn ErrorParser>]) -> Self {
        let own = JSON_STARTS.iter().chain(&XML_STARTS).chain(&MARKS);
        let mut patterns: BTreeMap<&str, Vec<usize>> = own.map(|text| (*text, Vec::new())).collect();
        for (position, parser) in parsers.iter().enumerate() {
            for trigger in parser.triggers() {
                patterns.entry(trigger).or_default().push(position);
            }
        }
        #[expect(
            clippy::expect_used,
            reason = "the build fails only past 2^31 states, more than the triggers of any registry have bytes"
        )]
        let automaton = NFA::new(patterns.keys()).expect("an automaton over the triggers");
        #[expect(clippy::expect_used, reason = "an automaton is built for unanchored searches")]
        let start = automaton.start_state(Anchored::No).expect("a start state");
        let (columns, width) = columns(patterns.keys().copied());
        /// States that stand for no byte of a pattern.
        const SPECIAL: usize = 8;
        Self {
            automaton,
            columns,
            width,
            rows: patterns.keys().map(|pattern| pattern.len()).sum::<usize>() + SPECIAL,
            longest: patterns
                .keys()
                .map(|pattern| pattern.len())
                .max()
                .unwrap_or_default(),
            start,
            owners: patterns.into_values().collect(),
            parsers: parsers.to_vec(),
        }
    }

    /// A state as the table holds it.
    fn entry(&self, state: StateID) -> Entry {
        let mark = if self.automaton.is_match(state) { HIT } else { 0 };
        mark | state.as_u32() << self.width
    }

    /// The state that an entry stands for.
    fn state(&self, entry: Entry) -> StateID {
        StateID::new_unchecked(((entry & !HIT) >> self.width) as usize)
    }

    /// Whether the owner of a trigger that ends before byte `end` has a use for it there.
    fn is_wanted(&self, owner: usize, output: &[u8], end: usize) -> bool {
        self.parsers[owner].confirms(output, end)
    }
}

/// A column for each byte that stands in a pattern, and one for all others.
fn columns<'a>(patterns: impl Iterator<Item = &'a str>) -> ([u8; 256], u32) {
    let mut columns = [0; 256];
    let mut last: u8 = 0;
    for byte in patterns.flat_map(str::bytes) {
        if columns[usize::from(byte)] == 0 {
            // UTF-8 has no more than 243 different bytes.
            last = last.saturating_add(1);
            columns[usize::from(byte)] = last;
        }
    }
    (columns, (u32::from(last) + 1).next_power_of_two().ilog2())
}

/// A state as the table holds it: where its row begins, marked when a trigger ends there. 0 is a cell
/// that was not filled yet: row 0 belongs to a state that no search is ever in.
type Entry = u32;
/// A trigger ends here.
const HIT: Entry = 1 << 31;

/// The searches of one parse, and the part of the table that they have needed.
pub(super) struct Scanner {
    table: Vec<Entry>,
    ends: Ends,
    /// Where triggers end in the window, in order.
    hits: Vec<Hit>,
    /// The first of them that may still be asked for.
    next: usize,
    /// Where in the buffer the window begins.
    window: usize,
    /// Up to where in the buffer the search has come.
    searched: usize,
}

#[derive(Clone, Copy)]
struct Hit {
    /// The last byte of the trigger.
    at: usize,
    state: Entry,
}

/// A part of the buffer that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    buffer: &'a [u8],
    from: usize,
    to: usize,
}

impl<'a> Spot<'a> {
    /// Where this text stands in the buffer, if it is a part of it.
    pub(super) fn of(text: &str, buffer: &'a [u8]) -> Option<Self> {
        let from = (text.as_ptr() as usize).checked_sub(buffer.as_ptr() as usize)?;
        let to = from + text.len();
        (to <= buffer.len()).then_some(Self { buffer, from, to })
    }
}

/// How many parts of a window are searched at the same time: a search waits for memory at each byte,
/// and several wait together.
const LANES: usize = 4;
/// Bytes that are searched at once.
const WINDOW: usize = 32 * 1024;
/// Fewer bytes are not worth being parted.
const SHORTEST: usize = 1024;

impl Scanner {
    pub(super) fn new(index: &TriggerIndex) -> Self {
        Self {
            // Zeroed memory costs nothing until it is used.
            table: vec![0; index.rows << index.width],
            ends: Ends::new(index.rows),
            hits: Vec::new(),
            next: 0,
            window: 0,
            searched: 0,
        }
    }

    /// What is searched from here on is another buffer.
    pub(super) fn begin(&mut self) {
        self.hits.clear();
        self.next = 0;
        self.window = 0;
        self.searched = 0;
    }

    /// A byte of the first line of `buffer[from..to]` that may interest somebody. Within a buffer `from`
    /// never goes back.
    pub(super) fn find(
        &mut self,
        index: &TriggerIndex,
        buffer: &[u8],
        from: usize,
        to: usize,
    ) -> Option<usize> {
        loop {
            while let Some(hit) = self.hits.get(self.next).copied() {
                if hit.at >= to {
                    return None;
                }
                if hit.at >= from && self.interests(index, hit.state, buffer, hit.at + 1) {
                    return Some(hit.at);
                }
                self.next += 1;
            }
            if self.searched >= to {
                return None;
            }
            self.search_window(index, buffer, from);
        }
    }

    /// Whether somebody is interested in what ends before byte `end`.
    fn interests(&mut self, index: &TriggerIndex, entry: Entry, output: &[u8], end: usize) -> bool {
        let ends = self.ends.of(index.state(entry), &index.automaton, &index.owners);
        let mut owners = ends.iter().map(|it| it.owner);
        owners.any(|owner| owner.is_none_or(|owner| index.is_wanted(owner, output, end)))
    }

    /// Finds the hits of the next window.
    fn search_window(&mut self, index: &TriggerIndex, buffer: &[u8], from: usize) {
        self.hits.clear();
        self.next = 0;
        let start = self.searched.max(from);
        self.window = start;
        let end = buffer.len().min(start + WINDOW);
        let parted = if end - start < SHORTEST {
            0
        } else {
            (end - start) / LANES
        };
        if parted > 0 {
            self.sweep(index, buffer, start, parted);
        }
        self.walk(index, buffer, start + LANES * parted, end);
        self.searched = end;
    }

    /// Searches `LANES` parts of a buffer side by side.
    fn sweep(&mut self, index: &TriggerIndex, buffer: &[u8], start: usize, length: usize) {
        let begin = |lane: usize| start + lane * length;
        let mut states: [Entry; LANES] = std::array::from_fn(|lane| self.warm(index, buffer, begin(lane)));
        let [a, b, c, d]: [&[u8]; LANES] = std::array::from_fn(|lane| &buffer[begin(lane)..][..length]);
        let mut hits: [Vec<Hit>; LANES] = Default::default();
        let columns = a.iter().zip(b).zip(c.iter().zip(d)).enumerate();
        for (at, ((a, b), (c, d))) in columns {
            let bytes = [*a, *b, *c, *d];
            let cells: [usize; LANES] = std::array::from_fn(|lane| cell(index, states[lane], bytes[lane]));
            states = cells.map(|cell| self.table[cell]);
            // One look for all: an entry that is 0 or a hit has the highest bit set when it is one less.
            if states
                .iter()
                .fold(0, |marks, state| marks | state.wrapping_sub(1))
                & HIT
                == 0
            {
                continue;
            }
            for lane in 0..LANES {
                if states[lane] == 0 {
                    states[lane] = fill(&mut self.table, index, cells[lane], bytes[lane]);
                }
                if states[lane] & HIT != 0 {
                    hits[lane].push(Hit {
                        at: begin(lane) + at,
                        state: states[lane],
                    });
                    states[lane] &= !HIT;
                }
            }
        }
        hits.iter().for_each(|hits| self.hits.extend_from_slice(hits));
    }

    /// The state before byte `at`: a trigger that ends after it may have begun before.
    fn warm(&mut self, index: &TriggerIndex, buffer: &[u8], at: usize) -> Entry {
        let before = &buffer[at.saturating_sub(index.longest)..at];
        let start = index.entry(index.start) & !HIT;
        before.iter().fold(start, |state, byte| {
            step(&mut self.table, index, state, *byte) & !HIT
        })
    }

    /// Searches byte by byte.
    fn walk(&mut self, index: &TriggerIndex, buffer: &[u8], from: usize, to: usize) {
        let mut state = self.warm(index, buffer, from);
        for (at, byte) in buffer[from..to].iter().enumerate() {
            let next = step(&mut self.table, index, state, *byte);
            state = next & !HIT;
            if next & HIT != 0 {
                self.hits.push(Hit {
                    at: from + at,
                    state: next,
                });
            }
        }
    }

    /// The parsers that have a trigger in this part of the buffer that is being searched, in the order in
    /// which they are asked. It begins with what [`find`](Self::find) found last, or after that.
    pub(super) fn owners_at(&mut self, index: &TriggerIndex, spot: Spot<'_>, owners: &mut Vec<usize>) {
        let Spot { buffer, from, to } = spot;
        if from >= self.searched {
            self.search_window(index, buffer, from);
        }
        let text = &buffer[from..to];
        if from < self.window || to > self.searched {
            return self.owners(index, text, owners);
        }
        owners.clear();
        let passed = self.hits[self.next..]
            .iter()
            .take_while(|hit| hit.at < from)
            .count();
        self.next += passed;
        for hit in self.hits[self.next..].iter().take_while(|hit| hit.at < to) {
            collect(index, &mut self.ends, hit.state, text, hit.at + 1 - from, owners);
        }
        in_order(owners);
    }

    /// The parsers that have a trigger in `text`, in the order in which they are asked.
    pub(super) fn owners(&mut self, index: &TriggerIndex, text: &[u8], owners: &mut Vec<usize>) {
        owners.clear();
        let start = index.entry(index.start);
        if start & HIT != 0 {
            collect(index, &mut self.ends, start, text, 0, owners);
        }
        let mut state = start & !HIT;
        for (at, byte) in text.iter().enumerate() {
            let next = step(&mut self.table, index, state, *byte);
            state = next & !HIT;
            if next & HIT != 0 {
                collect(index, &mut self.ends, next, text, at + 1, owners);
            }
        }
        in_order(owners);
    }
}

/// Adds those who are interested in what ends before byte `end` of the text and began within it.
fn collect(
    index: &TriggerIndex,
    ends: &mut Ends,
    entry: Entry,
    text: &[u8],
    end: usize,
    owners: &mut Vec<usize>,
) {
    let ends = ends.of(index.state(entry), &index.automaton, &index.owners);
    let whole = ends.iter().filter(|it| it.length <= end);
    let wanted = whole.filter_map(|it| it.owner.filter(|owner| index.is_wanted(*owner, text, end)));
    owners.extend(wanted);
}

fn in_order(owners: &mut Vec<usize>) {
    owners.sort_unstable();
    owners.dedup();
}

/// The state after another byte, with its mark; `state` bears none.
fn step(table: &mut [Entry], index: &TriggerIndex, state: Entry, byte: u8) -> Entry {
    let cell = cell(index, state, byte);
    match table[cell] {
        0 => fill(table, index, cell, byte),
        entry => entry,
    }
}

/// Where the table tells what comes after `state`.
fn cell(index: &TriggerIndex, state: Entry, byte: u8) -> usize {
    state as usize + usize::from(index.columns[usize::from(byte)])
}

#[cold]
fn fill(table: &mut [Entry], index: &TriggerIndex, cell: usize, byte: u8) -> Entry {
    let state = index.state((cell as Entry >> index.width) << index.width);
    let next = index.automaton.next_state(Anchored::No, state, byte);
    let entry = index.entry(next);
    table[cell] = entry;
    entry
}
