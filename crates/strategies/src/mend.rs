//! A small change that might fix a fault, with its cost.

use std::borrow::Cow;
use std::ops::Range;

use unbreak_core::RuleId;

/// A price in points: two points more make a repair half as likely.
pub(crate) type Cost = u32;

/// The odds of a change of this cost, relative to one that costs nothing.
pub(crate) fn odds(points: f64) -> f64 {
    (-points).exp2().sqrt()
}

/// A small change that might fix a fault.
#[derive(Debug, Clone)]
pub(crate) struct Mend {
    /// Its replacements; sorted, without overlap.
    changes: Vec<Change>,
    /// Its cost in points.
    pub(crate) cost: Cost,
    /// A short description: `insert ';'`.
    pub(crate) title: Cow<'static, str>,
    /// The rule that proposes it; set where the changes of all rules come together.
    pub(crate) rule: Option<RuleId>,
    /// Whether it removes or exchanges code on little evidence.
    pub(crate) is_bold: bool,
    /// Whether it removes text that was not code.
    pub(crate) is_prose: bool,
}

/// A range of bytes and the text that takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// The range to replace.
    pub range: Range<usize>,
    /// The replacement.
    pub text: Cow<'static, str>,
}

impl Change {
    /// Text in the place of a range.
    pub(crate) fn new(range: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }
}

#[cfg_attr(
    not(feature = "c"),
    expect(dead_code, reason = "only the search in C weighs changes so")
)]
impl Mend {
    /// Puts `text` before byte `at`.
    pub(crate) fn insert(at: usize, text: impl Into<Cow<'static, str>>, cost: Cost) -> Self {
        let text = text.into();
        let title = format!("insert '{}'", text.trim());
        Self::replace(at..at, text, cost).titled(title)
    }

    /// Removes a range; `what` is there.
    pub(crate) fn delete(range: Range<usize>, what: &str, cost: Cost) -> Self {
        Self::replace(range, "", cost).titled(format!("remove '{}'", shortened(what)))
    }

    /// Puts `text` in the place of a range.
    pub(crate) fn replace(range: Range<usize>, text: impl Into<Cow<'static, str>>, cost: Cost) -> Self {
        let change = Change::new(range, text);
        let title = format!("write '{}'", shortened(&change.text));
        Self::of(vec![change], cost, title)
    }

    /// Several changes that belong together.
    ///
    /// `None` when they overlap or there are none.
    pub(crate) fn all(
        mut changes: Vec<Change>,
        cost: Cost,
        title: impl Into<Cow<'static, str>>,
    ) -> Option<Self> {
        changes.sort_by_key(|change| (change.range.start, change.range.end));
        let disjoint = changes
            .windows(2)
            .all(|pair| pair[0].range.end <= pair[1].range.start);
        (disjoint && !changes.is_empty()).then(|| Self::of(changes, cost, title))
    }

    /// All changes of several mends at once; `None` when they overlap or there are none.
    pub(crate) fn together(mends: &[Self]) -> Option<Self> {
        let changes = mends
            .iter()
            .flat_map(|mend| mend.changes.iter().cloned())
            .collect();
        Self::all(changes, 0, "")
    }

    /// Returns whether it makes the same changes.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        self.changes == other.changes
    }

    fn of(changes: Vec<Change>, cost: Cost, title: impl Into<Cow<'static, str>>) -> Self {
        Self {
            changes,
            cost,
            title: title.into(),
            rule: None,
            is_bold: false,
            is_prose: false,
        }
    }

    /// The same, and another change with it.
    pub(crate) fn and(mut self, range: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        self.changes.push(Change::new(range, text));
        self.changes
            .sort_by_key(|change| (change.range.start, change.range.end));
        self
    }

    /// The same for so much more.
    pub(crate) fn dearer(mut self, by: Cost) -> Self {
        self.cost += by;
        self
    }

    /// Returns it with another title.
    pub(crate) fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// Returns it marked as changing what the program does.
    pub(crate) fn bold(mut self) -> Self {
        self.is_bold = true;
        self
    }

    /// The same, marked so when it costs as much.
    pub(crate) fn bold_from(self, cost: Cost) -> Self {
        if self.cost < cost { self } else { self.bold() }
    }

    /// Returns it marked as removing text that was not code.
    pub(crate) fn prose(mut self) -> Self {
        self.is_prose = true;
        self
    }

    /// The first byte it touches.
    pub(crate) fn start(&self) -> usize {
        self.changes.first().map_or(0, |change| change.range.start)
    }

    /// Returns whether it removes a part of a dotted name, which would make another name of it.
    pub(crate) fn cuts_a_dotted_name(&self, text: &str) -> bool {
        self.changes.iter().any(|change| {
            let is_word =
                |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
            let taken = text.get(change.range.clone()).unwrap_or_default().trim();
            let before = text.get(..change.range.start).unwrap_or_default();
            change.text.is_empty() && is_word(taken) && before.ends_with('.')
        })
    }

    /// The text after the change; `None` when it does not fit the text or changes nothing.
    pub(crate) fn apply(&self, text: &str) -> Option<String> {
        let mut result = String::with_capacity(text.len() + 32);
        let mut done = 0;
        for Change { range, text: new } in &self.changes {
            result.push_str(text.get(done..range.start)?);
            text.get(range.clone())?;
            result.push_str(new);
            done = range.end;
        }
        result.push_str(text.get(done..)?);
        (result != text).then_some(result)
    }
}

/// Notes the rule of changes that have none yet.
pub(crate) fn name(rule: &RuleId, mends: &mut [Mend]) {
    for mend in mends.iter_mut().filter(|mend| mend.rule.is_none()) {
        mend.rule = Some(rule.clone());
    }
}

/// One change on the way to a repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// Line, 1-based, in the text it was made in.
    pub(crate) line: usize,
    /// A description of the change.
    pub(crate) title: String,
    /// The rule that made it.
    pub(crate) rule: Option<RuleId>,
}

impl Step {
    /// The step that makes a change in a text.
    pub(crate) fn of(mend: &Mend, text: &str) -> Self {
        Self {
            line: text[..mend.start()].matches('\n').count() + 1,
            title: mend.title.to_string(),
            rule: mend.rule.clone(),
        }
    }

    /// The title of a fix that makes all of these.
    pub(crate) fn titles(steps: &[Self]) -> String {
        let parts: Vec<String> = steps
            .iter()
            .map(|step| format!("line {}: {}", step.line, step.title))
            .collect();
        parts.join("; ")
    }

    /// The rules of these, in order.
    pub(crate) fn rules(steps: &[Self]) -> impl Iterator<Item = RuleId> {
        steps.iter().filter_map(|step| step.rule.clone())
    }
}

fn shortened(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}...", &text[..at]).into(),
        None => text.into(),
    }
}
