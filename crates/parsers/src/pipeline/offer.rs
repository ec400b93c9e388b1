//! Lines as they are offered to parsers, once or again.

use std::sync::Arc;

use unbreak_core::OutputRange;
use unbreak_core::parser::History;

use super::kept::Lines;
use super::triggers::Spot;

/// A line that may have to be offered again.
#[derive(Clone)]
pub(super) struct HeldLine {
    pub(super) text: Arc<str>,
    pub(super) range: OutputRange,
    /// Parsers that gave it back.
    pub(super) excluded: Vec<usize>,
    /// Whether it is known to begin no document.
    pub(super) no_document: bool,
}

/// A line on offer.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub(super) text: &'a str,
    pub(super) range: OutputRange,
    /// The position of the text in the buffer that is being searched, if it is there.
    pub(super) spot: Option<Spot<'a>>,
    /// Whether it is the rest of a line that began with the end of a document.
    pub(super) is_rest: bool,
    pub(super) excluded: &'a [usize],
    pub(super) no_document: bool,
}

impl<'a> Offer<'a> {
    pub(super) fn new(text: &'a str, range: OutputRange, spot: Option<Spot<'a>>) -> Self {
        Self {
            text,
            range,
            spot,
            is_rest: false,
            excluded: &[],
            no_document: false,
        }
    }

    /// The rest of the line that a document ended in.
    pub(super) fn rest<'r>(&self, text: &'r str) -> Offer<'r>
    where
        'a: 'r,
    {
        Offer {
            text,
            spot: None,
            is_rest: true,
            ..*self
        }
    }

    pub(super) fn held(&self) -> HeldLine {
        HeldLine {
            text: self.text.into(),
            range: self.range,
            excluded: self.excluded.to_vec(),
            no_document: self.no_document,
        }
    }
}

impl HeldLine {
    pub(super) fn offer(&self) -> Offer<'_> {
        Offer {
            excluded: &self.excluded,
            no_document: self.no_document,
            ..Offer::new(&self.text, self.range, None)
        }
    }
}

/// Lines to be offered again, and the history to offer them with.
pub(super) struct Replay {
    pub(super) lines: Again,
    pub(super) before: History,
}

/// Lines to be offered again, in their order.
pub(super) enum Again {
    /// The lines of a block.
    Held(std::vec::IntoIter<HeldLine>),
    /// Possibly very many lines: each is made when its turn comes.
    Kept(Box<Lines>),
}

impl Again {
    pub(super) fn is_over(&self) -> bool {
        match self {
            Self::Held(lines) => lines.as_slice().is_empty(),
            Self::Kept(lines) => lines.is_over(),
        }
    }
}

impl Iterator for Again {
    type Item = HeldLine;

    fn next(&mut self) -> Option<HeldLine> {
        match self {
            Self::Held(lines) => lines.next(),
            Self::Kept(lines) => lines.next(),
        }
    }
}
