//! Proposed changes. A strategy proposes, the host applies.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::capability::Command;
use crate::evidence::Evidence;
use crate::path::RelPath;
use crate::rule::RuleId;

/// A change that should fix one root cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fix {
    /// Id of the strategy that proposes it.
    pub strategy: String,
    /// The rule that made it, if the strategy has rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Further rules that took part, if it removes several faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_rules: Vec<RuleId>,
    /// Its change in one line: "import json".
    pub title: String,
    /// The reason for this change rather than another.
    pub rationale: String,
    /// The probability that it is what was intended.
    pub confidence: Confidence,
    /// The best class that the strategy claims. The evidence decides whether it is granted.
    pub safety: SafetyClass,
    /// The origin of the change.
    #[serde(default)]
    pub evidence: Evidence,
    /// Exact text edits; they do not overlap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
    /// Files to create, move or delete.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileOp>,
    /// Commands to run, after the edits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
    /// The class (`install`, ...) that the operator must have allowed by name, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// Whether a search of this exact text found it. In another text, a fix with the same title is another
    /// change, so its success says nothing about this one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_this_text: bool,
}

impl Fix {
    /// A safe fix without any change yet.
    pub fn new(strategy: impl Into<String>, title: impl Into<String>, confidence: Confidence) -> Self {
        Self {
            strategy: strategy.into(),
            rule: None,
            further_rules: Vec::new(),
            title: title.into(),
            rationale: String::new(),
            confidence,
            safety: SafetyClass::Safe,
            evidence: Evidence::default(),
            edits: Vec::new(),
            files: Vec::new(),
            commands: Vec::new(),
            needs: None,
            of_this_text: false,
        }
    }

    /// The same as the work of a rule.
    #[must_use]
    pub fn by(mut self, rule: impl Into<Option<RuleId>>) -> Self {
        self.rule = rule.into();
        self
    }

    /// The same as the work of these rules, each named once.
    #[must_use]
    pub fn by_all(mut self, rules: impl IntoIterator<Item = RuleId>) -> Self {
        for rule in rules {
            self.add_rule(rule);
        }
        self
    }

    /// Notes that a rule took part.
    pub fn add_rule(&mut self, rule: RuleId) {
        if self.rule.is_none() {
            self.rule = Some(rule);
        } else if self.rules().all(|known| *known != rule) {
            self.further_rules.push(rule);
        }
    }

    /// Notes the rules of another fix whose changes became part of this one.
    pub fn add_rules_of(&mut self, part: &Fix) {
        part.rules().for_each(|rule| self.add_rule(rule.clone()));
    }

    /// The rules that made it.
    pub fn rules(&self) -> impl Iterator<Item = &RuleId> {
        self.rule.iter().chain(&self.further_rules)
    }

    /// Its author: the rule, or the strategy if it has no rule.
    pub fn author(&self) -> &str {
        self.rule.as_deref().unwrap_or(&self.strategy)
    }

    /// The same with the reason for it.
    #[must_use]
    pub fn because(mut self, rationale: impl Into<String>) -> Self {
        self.rationale = rationale.into();
        self
    }

    /// The same with one more edit.
    #[must_use]
    pub fn edit(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }

    /// The same with these edits added.
    #[must_use]
    pub fn edits(mut self, edits: impl IntoIterator<Item = Edit>) -> Self {
        self.edits.extend(edits);
        self
    }

    /// The same in another safety class.
    #[must_use]
    pub fn safety(mut self, safety: SafetyClass) -> Self {
        self.safety = safety;
        self
    }

    /// The same with evidence.
    #[must_use]
    pub fn evidence(mut self, evidence: impl Into<Evidence>) -> Self {
        self.evidence = evidence.into();
        self
    }

    /// The same, marked as found by a search of this exact text.
    #[must_use]
    pub fn of_this_text(mut self) -> Self {
        self.of_this_text = true;
        self
    }

    /// Returns whether it would change nothing.
    pub fn is_noop(&self) -> bool {
        self.files.is_empty()
            && self.commands.is_empty()
            && self.edits.iter().all(|edit| edit.original == edit.replacement)
    }

    /// Characters deleted plus characters inserted: the measure of "least change".
    pub fn size(&self) -> usize {
        self.edits
            .iter()
            .map(|edit| edit.original.chars().count() + edit.replacement.chars().count())
            .sum()
    }

    /// Files it touches.
    pub fn touched(&self) -> impl Iterator<Item = &RelPath> {
        self.edits
            .iter()
            .map(|edit| &edit.file)
            .chain(self.files.iter().flat_map(FileOp::touched))
    }

    /// Returns whether both change the same text or file, so that they cannot be applied together.
    ///
    /// Identical edits (two fixes that add the same import) do not conflict.
    pub fn conflicts_with(&self, other: &Self) -> bool {
        let edits = self
            .edits
            .iter()
            .any(|a| other.edits.iter().any(|b| a != b && a.overlaps(b)));
        let files = self
            .files
            .iter()
            .flat_map(FileOp::touched)
            .any(|file| other.touched().any(|theirs| theirs == file))
            || other
                .files
                .iter()
                .flat_map(FileOp::touched)
                .any(|file| self.touched().any(|ours| ours == file));
        edits || files || (!self.commands.is_empty() && !other.commands.is_empty())
    }
}

/// Replaces a range of bytes of one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edit {
    /// The file.
    pub file: RelPath,
    /// Bytes of the file as it was when the edit was proposed; empty for an insertion.
    pub range: Range<usize>,
    /// The text that is there. The host refuses the edit if it finds another text.
    pub original: String,
    /// The text that replaces it.
    pub replacement: String,
}

impl Edit {
    /// Replaces `range` of `source`, the file's present text.
    ///
    /// # Errors
    /// If the range does not lie on character boundaries of the text.
    pub fn replace(
        file: &RelPath,
        source: &str,
        range: Range<usize>,
        replacement: impl Into<String>,
    ) -> Result<Self, FixError> {
        let original = source
            .get(range.clone())
            .ok_or_else(|| FixError::Range {
                file: file.clone(),
                range: range.clone(),
                length: source.len(),
            })?
            .to_owned();
        Ok(Self {
            file: file.clone(),
            range,
            original,
            replacement: replacement.into(),
        })
    }

    /// Inserts text before byte `at` of `source`.
    ///
    /// # Errors
    /// If `at` is not on a character boundary of the text.
    pub fn insert(
        file: &RelPath,
        source: &str,
        at: usize,
        text: impl Into<String>,
    ) -> Result<Self, FixError> {
        Self::replace(file, source, at..at, text)
    }

    /// Returns whether both change the same bytes, or insert at one place in an order that would matter. Whole lines
    /// inserted at one place (two imports) do not overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.file == other.file && self.meets(other)
    }

    /// Returns whether both cannot be applied to one text.
    fn meets(&self, other: &Self) -> bool {
        let (a, b) = (&self.range, &other.range);
        let both_insert_here = a.is_empty() && b.is_empty() && a.start == b.start;
        let intersect = a.start < b.end && b.start < a.end;
        intersect || both_insert_here && !(self.inserts_lines() && other.inserts_lines())
    }

    /// Checks that the edit finds the text it expects.
    fn check(&self, source: &str) -> Result<(), FixError> {
        let found = source.get(self.range.clone()).ok_or_else(|| FixError::Range {
            file: self.file.clone(),
            range: self.range.clone(),
            length: source.len(),
        })?;
        if found == self.original {
            return Ok(());
        }
        Err(FixError::Stale {
            file: self.file.clone(),
            range: self.range.clone(),
        })
    }

    fn order(&self) -> (usize, usize, &str) {
        (self.range.start, self.range.end, &self.replacement)
    }

    fn inserts_lines(&self) -> bool {
        self.range.is_empty() && self.replacement.ends_with('\n')
    }
}

/// Applies edits of one file to its text. Identical edits count once.
///
/// # Errors
/// If an edit does not match the text, or two overlap.
pub fn apply_edits<'a>(source: &str, edits: impl IntoIterator<Item = &'a Edit>) -> Result<String, FixError> {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by(|a, b| a.order().cmp(&b.order()));
    edits.dedup();
    let mut result = String::with_capacity(source.len() + 64);
    let mut done = 0;
    for (index, edit) in edits.iter().enumerate() {
        edit.check(source)?;
        let clash = edits[..index].last().is_some_and(|before| before.meets(edit));
        let gap = source.get(done..edit.range.start).filter(|_| !clash);
        result.push_str(gap.ok_or_else(|| FixError::Overlap {
            file: edit.file.clone(),
            at: edit.range.start,
        })?);
        result.push_str(&edit.replacement);
        done = edit.range.end;
    }
    result.push_str(&source[done..]);
    Ok(result)
}

/// A change to a whole file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
#[non_exhaustive]
pub enum FileOp {
    /// Creates a file; refused if it exists.
    Create {
        /// The file.
        file: RelPath,
        /// Its content.
        content: String,
    },
    /// Renames a file; refused if the new name exists.
    Rename {
        /// The present name.
        from: RelPath,
        /// The new name.
        to: RelPath,
    },
    /// Deletes the file.
    Delete {
        /// The file.
        file: RelPath,
    },
}

impl FileOp {
    /// Files it touches.
    pub fn touched(&self) -> impl Iterator<Item = &RelPath> {
        match self {
            Self::Create { file, .. } | Self::Delete { file } => [Some(file), None],
            Self::Rename { from, to } => [Some(from), Some(to)],
        }
        .into_iter()
        .flatten()
    }
}

/// The possible side effects of a fix, which determine who decides about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SafetyClass {
    /// Keeps the meaning of working code; once verified, it may be applied without a question.
    Safe,
    /// May change what working code does.
    Unsafe,
    /// Reaches beyond the text of the workspace (installs, runs something): always needs approval.
    NeedsApproval,
}

impl SafetyClass {
    /// Its name, as in the report.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::NeedsApproval => "needs-approval",
        }
    }
}

impl std::fmt::Display for SafetyClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A probability-like number in 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Confidence(f64);

impl Confidence {
    /// The number, clamped to 0..=1; not-a-number counts as 0.
    pub const fn new(value: f64) -> Self {
        if value >= 0.0 {
            if value <= 1.0 { Self(value) } else { Self(1.0) }
        } else {
            Self(0.0)
        }
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl From<f64> for Confidence {
    fn from(value: f64) -> Self {
        Self::new(value)
    }
}

impl From<Confidence> for f64 {
    fn from(value: Confidence) -> Self {
        value.0
    }
}

impl Eq for Confidence {}

#[expect(
    clippy::derive_ord_xor_partial_ord,
    reason = "both orders agree: the value is never not-a-number"
)]
impl Ord for Confidence {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The reason why edits could not be made or applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FixError {
    /// The range does not lie in the text.
    #[error("bytes {}..{} are not a range of {file} ({length} bytes)", range.start, range.end)]
    Range {
        /// The file.
        file: RelPath,
        /// The requested range.
        range: Range<usize>,
        /// The text's length in bytes.
        length: usize,
    },
    /// The text there is not what the edit expects.
    #[error("{file} has changed at bytes {}..{} since the edit was proposed", range.start, range.end)]
    Stale {
        /// The file.
        file: RelPath,
        /// Two edits change the same bytes.
        range: Range<usize>,
    },
    /// Two edits want the same bytes.
    #[error("two edits of {file} overlap at byte {at}")]
    Overlap {
        /// The file.
        file: RelPath,
        /// The first byte that both change.
        at: usize,
    },
}
