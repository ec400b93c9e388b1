//! A pattern for one line: a regular expression.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex::Regex;
use unbreak_core::{Diagnostic, Severity, pattern};

use super::captured::{Captured, FIELDS, Field, Meaning};
use super::file::OneOrMore;
use super::gate::Gate;
use super::shorthand::written_out;

/// One or several regular expressions, with [shorthands](super::shorthand), that are compiled on
/// first use. The first match counts.
#[derive(Debug)]
pub(crate) struct Expression {
    choices: Box<[Choice]>,
    /// Groups by number, in addition to those named like a field.
    groups: Box<[(Field, usize)]>,
    /// The severity of a line that names none.
    severity: Option<Severity>,
}

#[derive(Debug)]
struct Choice {
    text: String,
    gate: OnceLock<Gate>,
    compiled: OnceLock<Option<Compiled>>,
}

#[derive(Debug)]
struct Compiled {
    regex: Regex,
    /// The field of each group.
    groups: Vec<(Field, usize)>,
}

impl Compiled {
    /// `None` for an expression that is too large: it matches nothing.
    fn new(text: &str, numbered: &[(Field, usize)]) -> Option<Self> {
        let regex = Regex::new(&pattern::in_ascii(&written_out(text))).ok()?;
        let group = |name: &str| regex.capture_names().position(|group| group == Some(name));
        let named = FIELDS
            .iter()
            .filter_map(|(name, field)| Some((*field, group(name)?)));
        Some(Self {
            groups: numbered.iter().copied().chain(named).collect(),
            regex,
        })
    }

    fn fill(&self, line: &str, captured: &mut Captured) {
        let Some(found) = self.regex.captures(line) else {
            return;
        };
        for (field, group) in &self.groups {
            if let Some(text) = found.get(*group) {
                captured.put(*field, text.as_str());
            }
        }
    }
}

impl Choice {
    /// Returns whether the line may be of this shape, tested without a search.
    fn admits(&self, line: &str) -> bool {
        let new = || Gate::new(&pattern::in_ascii(&written_out(&self.text)));
        self.gate.get_or_init(new).admits(line)
    }

    /// Most lines are of another shape, and to find that out is much cheaper without groups.
    fn matching(&self, line: &str, numbered: &[(Field, usize)]) -> Option<&Compiled> {
        if !self.admits(line) {
            return None;
        }
        let compiled = self.compiled.get_or_init(|| Compiled::new(&self.text, numbered));
        compiled.as_ref().filter(|it| it.regex.is_match(line))
    }
}

impl Expression {
    pub(crate) fn new(texts: &OneOrMore) -> Self {
        Self::with(texts, &BTreeMap::new(), None)
    }

    /// Creates an expression with numbered groups as fields, and the severity of a line that names none.
    pub(crate) fn with(
        texts: &OneOrMore,
        groups: &BTreeMap<Field, usize>,
        severity: Option<Severity>,
    ) -> Self {
        let choice = |text: &String| Choice {
            text: text.clone(),
            gate: OnceLock::new(),
            compiled: OnceLock::new(),
        };
        Self {
            choices: texts.texts().iter().map(choice).collect(),
            groups: groups.iter().map(|(field, group)| (*field, *group)).collect(),
            severity,
        }
    }

    /// The values in the line, if it matches.
    pub(crate) fn read(&self, line: &str) -> Option<Captured> {
        let compiled = self.matching(line)?;
        let mut captured = Captured::default();
        self.fill(compiled, line, &mut captured);
        Some(captured)
    }

    /// Adds the values in the line; `false` when it does not match.
    pub(crate) fn capture(&self, line: &str, captured: &mut Captured) -> bool {
        let compiled = self.matching(line);
        compiled.inspect(|it| self.fill(it, line, captured)).is_some()
    }

    pub(crate) fn is_match(&self, line: &str) -> bool {
        self.matching(line).is_some()
    }

    /// Returns whether the line may be of this shape, tested without a search.
    pub(crate) fn admits(&self, line: &str) -> bool {
        self.choices.iter().any(|choice| choice.admits(line))
    }

    fn fill(&self, compiled: &Compiled, line: &str, captured: &mut Captured) {
        compiled.fill(line, captured);
        if let Some(severity) = self.severity {
            captured.put(Field::Severity, severity.as_str());
        }
    }

    fn matching(&self, line: &str) -> Option<&Compiled> {
        self.choices
            .iter()
            .find_map(|choice| choice.matching(line, &self.groups))
    }
}

/// A line's shape, with the meaning of its parts.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) expression: Expression,
    pub(crate) meaning: Meaning,
}

impl Pattern {
    /// The diagnostic in the line, if it matches.
    pub(crate) fn read(&self, line: &str) -> Option<Diagnostic> {
        self.meaning.diagnostic(&self.expression.read(line)?)
    }
}
