//! Lists of constructs, any of which can be removed: with their separators, and with a filler where
//! the language does not allow an empty list.

use std::ops::Range;

use tree_sitter::Node;

use super::grammar::Grammar;
use super::tree::parts;
use crate::minimize_repro::change::{Change, Splice};
use crate::minimize_repro::sweep::Deck;

/// Neighbours with nothing between them but a separator.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) items: Vec<Range<usize>>,
    filler: &'static str,
}

impl List {
    /// The lists among the parts of a node.
    pub(super) fn of(node: Node<'_>, text: &[u8], grammar: &Grammar) -> Vec<Self> {
        let mut lists: Vec<Self> = Vec::new();
        for part in parts(node) {
            let range = trimmed(part.byte_range(), text);
            match lists.last_mut() {
                Some(list) if list.is_followed_by(&range, text) => list.items.push(range),
                _ => lists.push(Self {
                    items: vec![range],
                    filler: grammar.filler(node.kind()),
                }),
            }
        }
        lists
    }

    /// The range from its first item to its last.
    pub(super) fn span(&self) -> Range<usize> {
        let start = self.items.first().map_or(0, |item| item.start);
        start..self.items.last().map_or(start, |item| item.end)
    }

    fn is_followed_by(&self, item: &Range<usize>, text: &[u8]) -> bool {
        let between = text.get(self.span().end..item.start).unwrap_or_default();
        matches!(between.trim_ascii(), b"" | b"," | b";")
    }

    /// Leaves out some of the items.
    pub(super) fn without(&self, is_out: impl Fn(usize) -> bool) -> Vec<Splice> {
        let count = self.items.len();
        let mut splices = Vec::new();
        let mut at = 0;
        while at < count {
            let first = at;
            while at < count && is_out(at) {
                at += 1;
            }
            if at > first {
                splices.push(self.cut(first, at));
            }
            at += 1;
        }
        splices
    }

    /// Leaves out neighbours, with the separators on one side.
    fn cut(&self, first: usize, end: usize) -> Splice {
        let everything = first == 0 && end == self.items.len();
        let range = match self.items.get(end) {
            _ if first > 0 => self.items[first - 1].end..self.items[end - 1].end,
            Some(next) => self.items[0].start..next.start,
            None => self.span(),
        };
        let with = if everything { self.filler } else { "" };
        Splice {
            range,
            with: with.as_bytes().to_vec(),
        }
    }
}

/// Some grammars count the line's end to the construct.
fn trimmed(range: Range<usize>, text: &[u8]) -> Range<usize> {
    let length = text[range.clone()].trim_ascii_end().len();
    range.start..range.start + length
}

/// The items of several lists, the last in the text first: definitions precede their uses.
pub(super) struct Lists {
    lists: Vec<List>,
    /// The position of each item.
    places: Vec<(usize, usize)>,
}

impl Lists {
    pub(super) fn new(lists: Vec<List>) -> Self {
        let places = lists.iter().enumerate().rev();
        let places = places.flat_map(|(list, of)| (0..of.items.len()).rev().map(move |item| (list, item)));
        Self {
            places: places.collect(),
            lists,
        }
    }
}

impl Deck for Lists {
    fn len(&self) -> usize {
        self.places.len()
    }

    fn change(&self, chosen: &[bool]) -> Change {
        let mut out: Vec<Vec<bool>> = self
            .lists
            .iter()
            .map(|list| vec![false; list.items.len()])
            .collect();
        for ((list, item), chosen) in self.places.iter().zip(chosen) {
            out[*list][*item] = *chosen;
        }
        let splices = self.lists.iter().zip(&out);
        Change::all(splices.flat_map(|(list, out)| list.without(|item| out[item])))
    }

    fn is_strict(&self) -> bool {
        true
    }
}
