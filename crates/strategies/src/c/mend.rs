//! A small change that might mend a fault, and what it costs.

use std::borrow::Cow;
use std::ops::Range;

/// A price in points: two points more make a repair half as likely.
pub(super) type Cost = u32;

/// A small change that might mend a fault.
#[derive(Debug, Clone)]
pub(super) struct Mend {
    /// What it replaces, by what; sorted, without overlap.
    changes: Vec<(Range<usize>, Cow<'static, str>)>,
    /// What it costs.
    pub(super) cost: Cost,
    /// What it does: `insert ';'`.
    pub(super) title: String,
    /// Whether it takes away or exchanges what the program says, on little evidence.
    pub(super) is_bold: bool,
    /// Whether what it takes away was no program.
    pub(super) is_prose: bool,
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
        Self::replace(range, "", cost).titled(format!("remove '{}'", shortened(what)))
    }

    /// Puts `text` in the place of a range.
    pub(super) fn replace(range: Range<usize>, text: impl Into<Cow<'static, str>>, cost: Cost) -> Self {
        let text = text.into();
        let title = format!("write '{}'", shortened(&text));
        Self {
            changes: vec![(range, text)],
            cost,
            title,
            is_bold: false,
            is_prose: false,
        }
    }

    /// The same, and another change with it.
    pub(super) fn and(mut self, range: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        self.changes.push((range, text.into()));
        self.changes.sort_by_key(|(range, _)| (range.start, range.end));
        self
    }

    /// The same for so much more.
    pub(super) fn dearer(mut self, by: Cost) -> Self {
        self.cost += by;
        self
    }

    /// The same with other words for what it does.
    pub(super) fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The same, marked as one that changes what the program says.
    pub(super) fn bold(mut self) -> Self {
        self.is_bold = true;
        self
    }

    /// The same, marked so when it costs as much.
    pub(super) fn bold_from(self, cost: Cost) -> Self {
        if self.cost < cost { self } else { self.bold() }
    }

    /// The same, marked as one that takes away what was no program.
    pub(super) fn prose(mut self) -> Self {
        self.is_prose = true;
        self
    }

    /// The first byte it touches.
    pub(super) fn start(&self) -> usize {
        self.changes.first().map_or(0, |(range, _)| range.start)
    }

    /// The text after the change; `None` when it does not fit the text or changes nothing.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        let mut result = String::with_capacity(text.len() + 32);
        let mut done = 0;
        for (range, new) in &self.changes {
            result.push_str(text.get(done..range.start)?);
            text.get(range.clone())?;
            result.push_str(new);
            done = range.end;
        }
        result.push_str(text.get(done..)?);
        (result != text).then_some(result)
    }
}

fn shortened(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}...", &text[..at]).into(),
        None => text.into(),
    }
}
