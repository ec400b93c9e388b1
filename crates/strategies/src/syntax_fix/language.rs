//! What the search needs to know of a language, and the words it shares with it.

use std::borrow::Cow;
use std::ops::Range;

/// A price in points: two points more make a repair half as likely (see [`super::rank`]).
pub(super) type Cost = u32;

/// One language whose programs can be repaired by search.
///
/// The search knows nothing of tokens or grammar. It asks for a [`View`](Self::View) of a text, how
/// far that text is from being a program, which small changes might bring it closer, and, of a text
/// that *is* a program, how odd it looks.
pub(super) trait Language {
    /// A text with everything that reading it gave: tokens, lines, faults.
    type View<'t>
    where
        Self: 't;

    /// Reads a text, broken or not.
    fn view<'t>(&'t self, text: &'t str) -> Self::View<'t>;

    /// How far the text is from being a program; `None` when it is one.
    fn distance(&self, view: &Self::View<'_>) -> Option<Distance>;

    /// Changes that might mend the first fault, in no particular order.
    fn mends(&self, view: &Self::View<'_>) -> Vec<Mend>;

    /// How odd a program looks, and what it means apart from its layout. `None` refuses it.
    fn meaning(&self, view: &Self::View<'_>) -> Option<Meaning>;
}

/// How far a text is from being a program. The nearer is the less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    /// What kind of check finds the first fault: what is checked later is nearer.
    pub stage: u8,
    /// Lines after the one with the first fault.
    pub lines_left: usize,
    /// Characters after the first fault on its line.
    pub chars_left: usize,
    /// Lines that hold a fault.
    pub faulty_lines: u32,
    /// Groups of neighbouring lines that hold a fault; each may have a cause of its own.
    pub groups: u32,
}

/// What a program says, as far as the search compares programs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    /// Points for what a person would hardly write: a comparison as a statement, an unknown name.
    pub oddity: Cost,
    /// Equal for programs that differ in layout only.
    pub identity: u64,
}

/// A small change that might mend a fault.
#[derive(Debug, Clone)]
pub(super) struct Mend {
    /// What it replaces; sorted, without overlap.
    changes: Vec<Change>,
    /// What it costs.
    pub cost: Cost,
    /// What it does: `insert ':'`.
    pub title: Cow<'static, str>,
}

/// A range of bytes and the text that takes its place.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// What goes.
    pub range: Range<usize>,
    /// What comes.
    pub text: Cow<'static, str>,
}

impl Mend {
    /// Puts `text` before byte `at`.
    pub(super) fn insert(at: usize, text: impl Into<Cow<'static, str>>, cost: Cost) -> Self {
        let text = text.into();
        let title = format!("insert '{}'", text.trim());
        Self::replace(at..at, text, cost).titled(title)
    }

    /// Removes a range; `what` stands there.
    pub(super) fn delete(range: Range<usize>, what: &str, cost: Cost) -> Self {
        Self::replace(range, "", cost).titled(format!("remove '{}'", what.trim()))
    }

    /// Puts `text` in the place of a range.
    pub(super) fn replace(range: Range<usize>, text: impl Into<Cow<'static, str>>, cost: Cost) -> Self {
        let text = text.into();
        let title = format!("write '{}'", text.trim());
        Self {
            changes: vec![Change { range, text }],
            cost,
            title: title.into(),
        }
    }

    /// Several changes that belong together.
    ///
    /// `None` when they overlap or there are none.
    pub(super) fn all(
        mut changes: Vec<Change>,
        cost: Cost,
        title: impl Into<Cow<'static, str>>,
    ) -> Option<Self> {
        changes.sort_by_key(|change| (change.range.start, change.range.end));
        let disjoint = changes
            .windows(2)
            .all(|pair| pair[0].range.end <= pair[1].range.start);
        (disjoint && !changes.is_empty()).then(|| Self {
            changes,
            cost,
            title: title.into(),
        })
    }

    /// The same with other words for what it does.
    pub(super) fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// The first byte it touches.
    pub(super) fn start(&self) -> usize {
        self.changes.first().map_or(0, |change| change.range.start)
    }

    /// The text after the change; `None` when it does not fit the text or changes nothing.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        let mut result = String::with_capacity(text.len() + 32);
        let mut done = 0;
        for change in &self.changes {
            result.push_str(text.get(done..change.range.start)?);
            text.get(change.range.clone())?;
            result.push_str(&change.text);
            done = change.range.end;
        }
        result.push_str(text.get(done..)?);
        (result != text).then_some(result)
    }
}

impl Change {
    /// Text in the place of a range.
    pub(super) fn new(range: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }
}
