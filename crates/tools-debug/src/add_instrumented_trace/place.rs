//! Finds the place of a probe: the boundary of a statement that is equivalent to the requested line.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::dialect::Dialect;
use super::spots::{Form, Spot, Spots};

/// A place for a probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The byte before which the probe is.
    pub(super) at: usize,
    /// The end of the statement that follows it.
    pub(super) end: usize,
    pub(super) form: Form,
    /// The kind of the statement that follows it, as the grammar calls it.
    pub(super) kind: String,
    /// The reason why it is not at the beginning of the requested line.
    pub(super) moved: Option<String>,
}

/// A file in which places are looked for.
pub(super) struct Search<'a> {
    root: Node<'a>,
    text: &'a str,
    spots: Spots,
    lines: Rows,
}

/// The first thing on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    Nothing,
    /// Only the end of something.
    Closing(usize),
    /// The first token; and the first that ends nothing.
    Token(usize, usize),
}

impl<'a> Search<'a> {
    pub(super) fn new(tree: &'a Tree, text: &'a str, dialect: &dyn Dialect) -> Self {
        Self {
            root: tree.root_node(),
            text,
            spots: Spots::of(tree, text, dialect),
            lines: Rows::of(text),
        }
    }

    /// The place for a probe at a line; the first is 1.
    ///
    /// # Errors
    /// When nothing runs there, or nothing that could print.
    pub(super) fn find(&self, line: usize) -> Result<Place, String> {
        let range = line.checked_sub(1).and_then(|row| self.lines.range(row));
        let Some(range) = range else {
            let count = self.lines.count();
            return Err(format!("line {line}: the file has the lines 1 to {count}"));
        };
        self.at(&range).map_err(|why| format!("line {line}: {why}"))
    }

    fn at(&self, line: &Range<usize>) -> Result<Place, String> {
        let start = line.start;
        match first_token(self.text, line.clone()) {
            First::Nothing => self.nearby(start, "nothing stands on the line"),
            First::Closing(at) if !self.is_inside_statement(at) => {
                self.nearby(at, "the line only ends a block")
            }
            First::Closing(at) => self.around(at),
            First::Token(at, _) if self.is_comment(at) => self.nearby(at, "the line is a comment"),
            First::Token(raw, at) => match self.exact(raw, at, line) {
                Some(place) => Ok(place),
                None => self.around(at),
            },
        }
    }

    /// A statement that begins with the line, or the first one that runs when the line is reached.
    fn exact(&self, raw: usize, at: usize, line: &Range<usize>) -> Option<Place> {
        let begins = |spot: &&Spot| {
            [raw, at]
                .iter()
                .any(|at| spot.start == *at || spot.leads.contains(at))
        };
        let spot = self.spots.all.iter().filter(begins).min_by_key(|spot| spot.at)?;
        let is_there = line.contains(&spot.start);
        Some(self.place(
            spot,
            (!is_there).then_some("the line only leads to the statement after it"),
        ))
    }

    /// The statement that the line is a part of.
    fn around(&self, at: usize) -> Result<Place, String> {
        if let Some(closed) = self.spots.closed.iter().find(|closed| closed.range.contains(&at)) {
            return Err(closed.why.to_owned());
        }
        if let Some(pinned) = self.spots.pinned.iter().find(|pinned| pinned.range.contains(&at)) {
            return match self.next(pinned.list, at) {
                Some(spot) => Ok(self.place(spot, Some("nothing may stand before what is on the line"))),
                None => self.refuse(at),
            };
        }
        let inside = self
            .spots
            .all
            .iter()
            .filter(|spot| (spot.start..spot.end).contains(&at));
        match inside.max_by_key(|spot| spot.start) {
            Some(spot) => Ok(self.place(spot, Some("the line is inside a statement"))),
            None => self.refuse(at),
        }
    }

    /// The statement after a place without one, or the last one of the same block.
    fn nearby(&self, at: usize, why: &'static str) -> Result<Place, String> {
        if self.is_inside_statement(at) {
            return self.around(at);
        }
        let lists = self.spots.lists.iter().filter(|list| list.range.contains(&at));
        let mut lists: Vec<_> = lists.collect();
        lists.sort_by_key(|list| list.range.len());
        let found = lists.iter().find_map(|list| {
            let before = self.spots.all.iter().rev().find(|spot| spot.list == list.id);
            self.next(list.id, at).or(before)
        });
        match found {
            Some(spot) => Ok(self.place(spot, Some(why))),
            None => self.refuse(at),
        }
    }

    fn next(&self, list: usize, at: usize) -> Option<&Spot> {
        let later = |spot: &&Spot| spot.list == list && spot.at >= at;
        self.spots.all.iter().filter(later).min_by_key(|spot| spot.at)
    }

    fn refuse<T>(&self, at: usize) -> Result<T, String> {
        let statements = self.spots.all.iter();
        let nearest = statements.min_by_key(|spot| (spot.start < at, spot.start.abs_diff(at)));
        let hint = match nearest {
            Some(spot) => format!(
                "; the nearest statement is on line {}",
                self.lines.row(spot.start) + 1
            ),
            None => String::new(),
        };
        Err(format!("nothing is executed there{hint}"))
    }

    fn is_comment(&self, at: usize) -> bool {
        let node = self.root.descendant_for_byte_range(at, at + 1);
        node.is_some_and(|node| node.kind().contains("comment"))
    }

    /// Returns whether a part of a statement, but not of a block in it, is there.
    fn is_inside_statement(&self, at: usize) -> bool {
        let list = self.spots.lists.iter().filter(|list| list.range.contains(&at));
        let list = list.map(|list| list.range.len()).min();
        let spots = self.spots.all.iter().chain(&self.spots.fixed);
        let spot = spots.filter(|spot| spot.start < at && at < spot.end);
        let spot = spot.map(|spot| spot.end - spot.start).min();
        match (list, spot) {
            (Some(list), Some(spot)) => spot < list,
            (None, spot) => spot.is_some(),
            (Some(_), None) => false,
        }
    }

    fn place(&self, spot: &Spot, moved: Option<&str>) -> Place {
        let line = self.lines.row(spot.start) + 1;
        Place {
            at: spot.at,
            end: spot.end,
            form: spot.form,
            kind: spot.kind.clone(),
            moved: moved.map(|why| match spot.form {
                Form::After => format!("{why}: the probe stands behind what is on line {line}"),
                _ => format!("{why}: the probe stands before the statement on line {line}"),
            }),
        }
    }
}

fn first_token(text: &str, line: Range<usize>) -> First {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let line_text = &text[line.clone()];
    let raw = line_text.find(|c| !is_blank(c));
    let is_closing = |c: char| is_blank(c) || "})];,".contains(c);
    match (raw, line_text.find(|c| !is_closing(c))) {
        (None, _) => First::Nothing,
        (Some(raw), None) => First::Closing(line.start + raw),
        (Some(raw), Some(at)) => First::Token(line.start + raw, line.start + at),
    }
}

/// The lines of a text.
pub(super) struct Rows {
    starts: Vec<usize>,
    end: usize,
}

impl Rows {
    pub(super) fn of(text: &str) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            starts: std::iter::once(0).chain(starts).collect(),
            end: text.len(),
        }
    }

    fn count(&self) -> usize {
        self.starts.iter().filter(|start| **start < self.end).count()
    }

    /// Without the end of the line.
    fn range(&self, row: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(row).filter(|start| **start < self.end)?;
        let end = self.starts.get(row + 1).map_or(self.end, |next| next - 1);
        Some(start..end)
    }

    pub(super) fn row(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at) - 1
    }

    pub(super) fn start(&self, row: usize) -> usize {
        self.starts[row]
    }
}
