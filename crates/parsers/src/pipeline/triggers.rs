//! One search for the triggers of all parsers.

use std::sync::Arc;

use unbreak_core::ErrorParser;
use unbreak_core::parser::Confirm;

use super::automaton::{Automaton, End, HIT, START, State, Texts, UNKNOWN};
use super::collect::XML_STARTS;
use super::directory::MARKS;
use super::escape::ESC;

/// The beginnings of lines that begin a JSON document, wherever their CI prefix ends (see `collect::begun`).
const JSON_STARTS: [&str; 10] = ["{\"", "{\n", "{\r", "{ ", "{\t", "[{", "[\n", "[\r", "[ ", "[\t"];

/// The triggers of all parsers, and the texts that the pipeline itself needs.
pub(super) struct TriggerIndex {
    /// Their owners are positions in the roster.
    texts: Texts,
    /// The second look of each owner that takes one.
    confirms: Vec<Option<Confirm>>,
}

impl TriggerIndex {
    pub(super) fn new(parsers: &[Arc<dyn ErrorParser>]) -> Self {
        let own = JSON_STARTS.iter().chain(&XML_STARTS).chain(&MARKS);
        let own = own.map(|text| (*text, None));
        let triggers = parsers.iter().enumerate().flat_map(|(position, parser)| {
            let triggers = parser.triggers().iter();
            triggers.map(move |trigger| (*trigger, Some(position)))
        });
        Self {
            texts: Texts::new(own.chain(triggers)),
            confirms: parsers.iter().map(|parser| parser.confirms()).collect(),
        }
    }

    /// Returns whether a parser is interested in a text that ends before byte `end`.
    fn interests(&self, owner: Option<usize>, output: &[u8], end: usize) -> bool {
        match owner {
            Some(owner) => self.is_wanted(owner, output, end),
            None => may_begin(output, end),
        }
    }

    /// Returns whether the owner of a trigger that ends before byte `end` has a use for it there.
    fn is_wanted(&self, owner: usize, output: &[u8], end: usize) -> bool {
        self.confirms[owner]
            .as_ref()
            .is_none_or(|confirms| confirms(output, end))
    }
}

/// Returns whether a document may begin with the bracket and the blank before byte `end`; `[ 34%]` begins
/// none. Other texts are always accepted.
fn may_begin(output: &[u8], end: usize) -> bool {
    match output[..end] {
        [.., b'{' | b'[', b' ' | b'\t'] => {
            let inner = output[end..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
            inner.is_none_or(|byte| matches!(*byte, b'{' | b'"' | b'\r' | b'\n' | 0x0c | ESC))
        }
        _ => true,
    }
}

/// The searches of one parse.
pub(super) struct Scanner {
    automaton: Automaton,
    /// The ends of triggers in the window, in order.
    hits: Vec<Hit>,
    /// The first of them that may still be asked for.
    next: usize,
    /// The start of the window in the buffer.
    window: usize,
    /// Up to where in the buffer the search has come.
    searched: usize,
    /// The hits of the parts that are being searched; kept to reuse their memory.
    noted: [Vec<Hit>; LANES],
    /// The parsers with a trigger in a line; empty in between.
    asked: Asked,
}

#[derive(Clone, Copy)]
struct Hit {
    /// The last byte of the trigger.
    at: usize,
    state: State,
}
/// A part of the buffer that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    buffer: &'a [u8],
    from: usize,
    to: usize,
}

impl<'a> Spot<'a> {
    /// The position of this text in the buffer, if it is a part of it.
    pub(super) fn of(text: &str, buffer: &'a [u8]) -> Option<Self> {
        let from = (text.as_ptr() as usize).checked_sub(buffer.as_ptr() as usize)?;
        let to = from + text.len();
        (to <= buffer.len()).then_some(Self { buffer, from, to })
    }
}

/// The number of parts of a block that are searched at the same time: a search waits for memory at
/// each byte, and several wait together.
const LANES: usize = 8;
/// Bytes of such a part, in the bulk of a window and in the rest of it.
const PART: usize = 2048;
const SMALL_PART: usize = 512;
const SMALLEST_PART: usize = 128;
/// Bytes that are searched at once.
const WINDOW: usize = 2 * LANES * PART;
/// How far before its part each search begins: a trigger that ends within may have begun there.
const LEAD: usize = 128;
/// The value before the first byte; no text contains such a byte.
const NOWHERE: u8 = 0xff;

impl Scanner {
    pub(super) fn new(index: &TriggerIndex) -> Self {
        Self {
            automaton: Automaton::new(&index.texts),
            hits: Vec::new(),
            next: 0,
            window: 0,
            searched: 0,
            noted: Default::default(),
            asked: Asked::new(index.confirms.len()),
        }
    }

    /// Starts another buffer.
    pub(super) fn begin(&mut self) {
        self.hits.clear();
        self.next = 0;
        self.window = 0;
        self.searched = 0;
    }

    /// The position of a byte in the first line of `buffer[from..to]` that may interest a parser.
    /// Within a buffer `from` never decreases.
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

    /// Returns whether a parser is interested in the texts that end before byte `end`.
    fn interests(&self, index: &TriggerIndex, state: State, output: &[u8], end: usize) -> bool {
        let mut owners = self.automaton.ends(state).iter().map(|it| it.owner);
        owners.any(|owner| index.interests(owner, output, end))
    }

    /// Finds the hits of the next window.
    fn search_window(&mut self, index: &TriggerIndex, buffer: &[u8], from: usize) {
        self.hits.clear();
        self.next = 0;
        let start = self.searched.max(from);
        self.window = start;
        self.searched = buffer.len().min(start + WINDOW);
        let buffer = &buffer[..self.searched];
        let rest = self.sweep::<PART>(index, buffer, start);
        let rest = self.sweep::<SMALL_PART>(index, buffer, rest);
        let rest = self.sweep::<SMALLEST_PART>(index, buffer, rest);
        self.walk(index, buffer, rest);
    }

    /// Searches as many blocks of `LANES` parts as there are from here on, the parts of each side by side;
    /// gives where they end.
    fn sweep<const PART: usize>(&mut self, index: &TriggerIndex, buffer: &[u8], start: usize) -> usize {
        let (parts, _) = buffer[start..].as_chunks::<PART>();
        let (blocks, _) = parts.as_chunks::<LANES>();
        let mut noted = std::mem::take(&mut self.noted);
        let mut at = start;
        for block in blocks {
            let states = self.lead_in::<PART>(index, buffer, at);
            self.sweep_block(index, block, (0, states), Some(&mut noted));
            for (lane, hits) in noted.iter_mut().enumerate() {
                let begin = at + lane * PART;
                self.hits.extend(hits.drain(..).map(|hit| Hit {
                    at: begin + hit.at,
                    ..hit
                }));
            }
            at += LANES * PART;
        }
        self.noted = noted;
        at
    }

    /// The states before the parts of the block that begins at byte `at`.
    fn lead_in<const PART: usize>(
        &mut self,
        index: &TriggerIndex,
        buffer: &[u8],
        at: usize,
    ) -> [State; LANES] {
        let longest = index.texts.longest();
        if longest > LEAD {
            return std::array::from_fn(|lane| self.warm(index, buffer, at + lane * PART));
        }
        let mut leads = [[NOWHERE; LEAD]; LANES];
        for (lane, lead) in leads.iter_mut().enumerate() {
            let end = at + lane * PART;
            let before = &buffer[end.saturating_sub(LEAD)..end];
            lead[LEAD - before.len()..].copy_from_slice(before);
        }
        self.sweep_block(index, &leads, (LEAD - longest, [START; LANES]), None)
    }

    /// Searches the parts side by side from this byte on, in these states; gives the states after them.
    fn sweep_block<const PART: usize>(
        &mut self,
        index: &TriggerIndex,
        parts: &[[u8; PART]; LANES],
        (mut at, mut states): (usize, [State; LANES]),
        mut noted: Option<&mut [Vec<Hit>; LANES]>,
    ) -> [State; LANES] {
        while at < PART {
            let (stop, after) = self.automaton.run(parts, at, states);
            if stop == PART {
                return after;
            }
            for (lane, state) in states.iter_mut().enumerate() {
                let mut next = after[lane];
                if after.contains(&UNKNOWN) {
                    // The state before is not known any more: from where it was.
                    next = *state;
                    for byte in &parts[lane][at..=stop] {
                        next = self.automaton.next(&index.texts, next & !HIT, *byte);
                    }
                }
                *state = next & !HIT;
                if next & HIT != 0
                    && let Some(noted) = &mut noted
                {
                    let hit = Hit {
                        at: stop,
                        state: next,
                    };
                    noted[lane].push(hit);
                }
            }
            at = stop + 1;
        }
        states
    }

    /// The state before byte `at`: a trigger that ends after it may have begun before.
    fn warm(&mut self, index: &TriggerIndex, buffer: &[u8], at: usize) -> State {
        let before = &buffer[at.saturating_sub(index.texts.longest())..at];
        let step = |state, byte: &u8| self.automaton.next(&index.texts, state, *byte);
        before.iter().fold(START, step) & !HIT
    }

    /// Searches byte by byte, to the end.
    fn walk(&mut self, index: &TriggerIndex, buffer: &[u8], from: usize) {
        let mut state = self.warm(index, buffer, from);
        for (at, byte) in buffer.iter().enumerate().skip(from) {
            state = self.automaton.next(&index.texts, state, *byte);
            if state & HIT != 0 {
                self.hits.push(Hit { at, state });
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
        let passed = self.hits[self.next..]
            .iter()
            .take_while(|hit| hit.at < from)
            .count();
        self.next += passed;
        for hit in self.hits[self.next..].iter().take_while(|hit| hit.at < to) {
            let ends = self.automaton.ends(hit.state);
            self.asked.add(index, ends, text, hit.at + 1 - from);
        }
        self.asked.list(owners);
    }

    /// The parsers that have a trigger in `text`, in the order in which they are asked.
    pub(super) fn owners(&mut self, index: &TriggerIndex, text: &[u8], owners: &mut Vec<usize>) {
        let mut state = START;
        self.asked.add(index, self.automaton.ends(state), text, 0);
        for (at, byte) in text.iter().enumerate() {
            state = self.automaton.next(&index.texts, state, *byte);
            if state & HIT != 0 {
                let ends = self.automaton.ends(state);
                self.asked.add(index, ends, text, at + 1);
            }
        }
        self.asked.list(owners);
    }
}

/// A set of parsers, a bit for each: the same one is found many times in a line, and they are listed in
/// order.
struct Asked(Box<[u64]>);

impl Asked {
    fn new(parsers: usize) -> Self {
        Self(vec![0; parsers.div_ceil(64)].into())
    }

    /// Adds the parsers interested in texts that end before byte `end` of the text and began within it.
    fn add(&mut self, index: &TriggerIndex, ends: &[End], text: &[u8], end: usize) {
        for text_end in ends {
            if let Some(owner) = text_end.owner
                && text_end.length <= end
                && let word = &mut self.0[owner / 64]
                && *word >> (owner % 64) & 1 == 0
                && index.is_wanted(owner, text, end)
            {
                *word |= 1 << (owner % 64);
            }
        }
    }

    /// Lists them, and is empty again.
    fn list(&mut self, owners: &mut Vec<usize>) {
        owners.clear();
        for (number, word) in self.0.iter_mut().enumerate() {
            let mut rest = std::mem::take(word);
            while rest != 0 {
                owners.push(64 * number + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}
