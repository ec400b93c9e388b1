//! Literal texts that a line must begin with, end with and contain to match an expression, derived
//! from the expression.
//!
//! A line is tried with many expressions and matches one: this test rejects most of them, at a much
//! lower cost than a search, and before the expression is compiled.

use memchr::memmem::Finder;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

/// The bytes that a matching line may begin and end with, and the texts that it contains.
#[derive(Debug)]
pub(super) struct Gate {
    first: Bytes,
    last: Bytes,
    /// Texts in their order, each longer than a byte.
    within: Vec<Finder<'static>>,
}

/// A set of bytes.
#[derive(Debug, Clone, Copy)]
struct Bytes([bool; 256]);

/// The side from which an expression is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Begin,
    End,
}

impl Gate {
    /// The gate of an expression; if nothing is known about it, the gate accepts every line.
    pub(super) fn new(expression: &str) -> Self {
        let Ok(hir) = regex_syntax::parse(expression) else {
            return Self {
                first: Bytes::ALL,
                last: Bytes::ALL,
                within: Vec::new(),
            };
        };
        Self {
            first: Bytes::at(Side::Begin, &hir),
            last: Bytes::at(Side::End, &hir),
            within: Literals::of(&hir)
                .iter()
                .map(|text| Finder::new(text).into_owned())
                .collect(),
        }
    }

    /// Returns whether the line may match.
    pub(super) fn admits(&self, line: &str) -> bool {
        let bytes = line.as_bytes();
        let ends = match bytes {
            // An empty line ends nowhere: rare enough to be tried.
            [] => true,
            [first, ..] if !self.first.has(*first) => false,
            [.., last] => self.last.has(*last),
        };
        ends && self.holds_texts(bytes)
    }

    fn holds_texts(&self, mut rest: &[u8]) -> bool {
        self.within.iter().all(|text| {
            let at = text.find(rest);
            rest = at.map_or(rest, |at| &rest[at + text.needle().len()..]);
            at.is_some()
        })
    }
}

/// Texts that every match of an expression contains, in their order.
#[derive(Default)]
struct Literals {
    ended: Vec<Vec<u8>>,
    /// The text that may continue.
    present: Vec<u8>,
}

impl Literals {
    /// The texts that are longer than a byte.
    fn of(hir: &Hir) -> Vec<Vec<u8>> {
        let mut literals = Self::default();
        literals.add(hir);
        literals.end();
        literals.ended
    }

    fn add(&mut self, hir: &Hir) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.present.extend_from_slice(&literal.0),
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.add(part)),
            HirKind::Repetition(repetition) if repetition.min > 0 => self.add_repeated(repetition),
            HirKind::Repetition(_) | HirKind::Class(_) | HirKind::Alternation(_) => self.end(),
        }
    }

    /// Adds the least number of repetitions: ` {2,}` are two blanks and more.
    fn add_repeated(&mut self, repetition: &Repetition) {
        const MOST: u32 = 8;
        match repetition.sub.kind() {
            HirKind::Literal(literal) => {
                let times = repetition.min.min(MOST) as usize;
                self.present.extend(literal.0.repeat(times));
            }
            _ => {
                self.end();
                self.add(&repetition.sub);
            }
        }
        self.end();
    }

    /// Ends the current text, because anything may follow.
    fn end(&mut self) {
        let ended = std::mem::take(&mut self.present);
        self.ended.extend(Some(ended).filter(|text| text.len() > 1));
    }
}

impl Bytes {
    const ALL: Self = Self([true; 256]);

    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }

    /// The text at one end of every match, if that is the end of the line.
    fn at(side: Side, hir: &Hir) -> Self {
        let properties = hir.properties();
        let bound = match side {
            Side::Begin => properties.look_set_prefix().contains(Look::Start),
            Side::End => properties.look_set_suffix().contains(Look::End),
        };
        let mut bytes = Self([false; 256]);
        let is_empty = bytes.add(side, hir);
        if bound && !is_empty { bytes } else { Self::ALL }
    }

    /// Adds the possible first or last bytes of this part; `true` when it may be empty, so that the
    /// next part counts as well.
    fn add(&mut self, side: Side, hir: &Hir) -> bool {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => true,
            HirKind::Literal(literal) => self.add_end(side, &literal.0),
            HirKind::Class(class) => self.add_class(class),
            HirKind::Repetition(repetition) => self.add(side, &repetition.sub) || repetition.min == 0,
            HirKind::Capture(capture) => self.add(side, &capture.sub),
            HirKind::Concat(parts) => match side {
                Side::Begin => parts.iter().all(|part| self.add(side, part)),
                Side::End => parts.iter().rev().all(|part| self.add(side, part)),
            },
            // Each of them counts, whether or not one before it may match nothing.
            HirKind::Alternation(parts) => parts.iter().filter(|part| self.add(side, part)).count() > 0,
        }
    }

    fn add_end(&mut self, side: Side, literal: &[u8]) -> bool {
        let end = match side {
            Side::Begin => literal.first(),
            Side::End => literal.last(),
        };
        if let Some(byte) = end {
            self.0[usize::from(*byte)] = true;
        }
        end.is_none()
    }

    /// Characters that are not ASCII begin and end with a byte of the upper half.
    fn add_class(&mut self, class: &Class) -> bool {
        match class {
            Class::Unicode(class) => {
                for range in class.ranges() {
                    let start = u8::try_from(range.start()).unwrap_or(u8::MAX).min(0x80);
                    let end = u8::try_from(range.end()).unwrap_or(u8::MAX);
                    let end = if end < 0x80 { end } else { u8::MAX };
                    self.add_range(start, end);
                }
            }
            Class::Bytes(class) => {
                for range in class.ranges() {
                    self.add_range(range.start(), range.end());
                }
            }
        }
        false
    }

    fn add_range(&mut self, start: u8, end: u8) {
        self.0[usize::from(start)..=usize::from(end)].fill(true);
    }
}
