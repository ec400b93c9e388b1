//! A rule: the lines that make up a diagnostic, one after the other.

use std::sync::OnceLock;

use regex::Regex;
use unbreak_core::Severity;
use unbreak_core::parser::History;

use super::error::DeclarativeError;
use super::fields::{Field, Fields};
use super::literals::required;

/// A pattern that is compiled when it is first needed.
#[derive(Debug)]
pub(super) struct Pattern {
    source: String,
    /// Groups by number, beside those that a field's name names.
    groups: Vec<(Field, usize)>,
    /// Of a line that names none.
    severity: Option<Severity>,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub(super) fn new(
        source: impl Into<String>,
        groups: Vec<(Field, usize)>,
        severity: Option<Severity>,
    ) -> Self {
        Self {
            source: source.into(),
            groups,
            severity,
            compiled: OnceLock::new(),
        }
    }

    /// What it captures of a line, if it matches. A pattern too large to be compiled matches nothing.
    pub(super) fn read(&self, line: &str) -> Option<Fields> {
        let regex = self.compiled.get_or_init(|| Regex::new(&self.source).ok());
        let regex = regex.as_ref()?;
        let captures = regex.captures(line)?;
        let mut fields = Fields::default();
        if let Some(severity) = self.severity {
            fields.set(Field::Severity, severity.as_str());
        }
        for (field, group) in &self.groups {
            if let Some(text) = captures.get(*group) {
                fields.set(*field, text.as_str());
            }
        }
        for (field, name) in Field::NAMES {
            if let Some(text) = captures.name(name) {
                fields.set(field, text.as_str());
            }
        }
        Some(fields)
    }
}

/// How often a line stands there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Repeat {
    /// Once.
    #[default]
    Once,
    /// Once, or not.
    Maybe,
    /// As often as it likes, or not.
    Any,
    /// As often as it likes, at least once.
    Many,
}

impl Repeat {
    pub(super) fn is_optional(self) -> bool {
        matches!(self, Self::Maybe | Self::Any)
    }

    pub(super) fn goes_on(self) -> bool {
        matches!(self, Self::Any | Self::Many)
    }
}

/// One line, or several alike.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) patterns: Vec<Pattern>,
    pub(super) repeat: Repeat,
    /// Each such line is a diagnostic by itself, with what the lines before it said.
    pub(super) each: bool,
}

impl Step {
    pub(super) fn read(&self, line: &str) -> Option<Fields> {
        self.patterns.iter().find_map(|pattern| pattern.read(line))
    }

    fn required(&self) -> Result<Vec<String>, DeclarativeError> {
        let texts: Result<Vec<_>, _> = self
            .patterns
            .iter()
            .map(|pattern| required(&pattern.source))
            .collect();
        Ok(texts?.concat())
    }
}

/// The lines that make up a diagnostic.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) steps: Vec<Step>,
    /// The line by which it is found; those before it are looked up.
    pub(super) anchor: usize,
}

impl Rule {
    /// A rule and its triggers: those of the line that is the easiest to find.
    ///
    /// # Errors
    /// When no line holds a text that can be searched for.
    pub(super) fn new(steps: Vec<Step>) -> Result<(Self, Vec<String>), DeclarativeError> {
        let mut first_error = None;
        let mut found: Option<(usize, Vec<String>)> = None;
        let must_be_there = steps.iter().take_while(|step| !step.repeat.is_optional());
        for (index, step) in must_be_there.enumerate().take(History::CAPACITY + 1) {
            match step.required() {
                Ok(texts) if found.as_ref().is_none_or(|(_, known)| rarer(&texts, known)) => {
                    found = Some((index, texts));
                }
                Ok(_) => {}
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
            // What may be there often cannot be looked up from below.
            if step.repeat != Repeat::Once {
                break;
            }
        }
        match (found, first_error) {
            (Some((anchor, texts)), _) => Ok((Self { steps, anchor }, texts)),
            (None, Some(error)) => Err(error),
            (None, None) => Err(DeclarativeError::new("a rule has no lines")),
        }
    }

    /// Whether nothing that must be there is missing after step `last`.
    pub(super) fn is_complete(&self, last: usize) -> bool {
        self.steps[last + 1..]
            .iter()
            .all(|step| step.repeat.is_optional())
    }
}

/// A first line is left for a later one only when that is much the better trigger.
fn rarer(texts: &[String], known: &[String]) -> bool {
    let shortest = |texts: &[String]| texts.iter().map(String::len).min().unwrap_or(0);
    shortest(known) < 3 && shortest(texts) > shortest(known)
}
