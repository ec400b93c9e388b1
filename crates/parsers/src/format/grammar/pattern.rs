//! One line as a regular expression.

use std::sync::OnceLock;

use regex::Regex;
use unbreak_core::{Diagnostic, ErrorType, Severity, pattern};

use super::captured::{Captured, FIELDS, Field, Meaning, settings};
use super::gate::Gate;

/// What stands for a field in an expression, so that it reads like the line it describes. A file may
/// have a drive letter and blanks within, but no colon. An expression that says more of the file writes
/// it out, with `{drive}` in front: `(?<file>{drive}[^:]+\.pp)`.
const SHORT: [(&str, &str); 10] = [
    ("{file}", r"(?<file>{drive}[^:\s](?:[^:]*[^:\s])?)"),
    ("{drive}", "(?:[A-Za-z]:)?"),
    ("{line}", r"(?<line>\d{1,7})"),
    ("{column}", r"(?<column>\d{1,7})"),
    ("{end_line}", r"(?<end_line>\d{1,7})"),
    ("{end_column}", r"(?<end_column>\d{1,7})"),
    ("{last_column}", r"(?<last_column>\d{1,7})"),
    ("{severity}", r"(?<severity>[A-Za-z]+)"),
    ("{code}", r"(?<code>[\w@][\w@/.:-]*)"),
    ("{message}", r"(?<message>\S.*?)"),
];

/// A regular expression, with [`SHORT`]s in it, that is compiled when it is first needed.
pub(crate) struct Expression {
    pub(super) text: &'static str,
    gate: OnceLock<Gate>,
    compiled: OnceLock<Compiled>,
}

struct Compiled {
    regex: Regex,
    /// Which group is which field.
    groups: Vec<(Field, usize)>,
}

impl Compiled {
    fn new(text: &str) -> Self {
        let regex = pattern::pattern(&written_out(text));
        let group = |name: &str| regex.capture_names().position(|group| group == Some(name));
        let groups = FIELDS
            .iter()
            .filter_map(|(name, field)| Some((*field, group(name)?)));
        Self {
            groups: groups.collect(),
            regex,
        }
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

/// The expression without [`SHORT`]s.
fn written_out(text: &str) -> String {
    let replace = |text: String, (short, long): &(&str, &str)| text.replace(short, long);
    SHORT.iter().fold(text.to_owned(), replace)
}

impl Expression {
    pub(crate) const fn new(text: &'static str) -> Self {
        Self {
            text,
            gate: OnceLock::new(),
            compiled: OnceLock::new(),
        }
    }

    /// What it finds in the line, if the line is of this shape.
    pub(crate) fn read(&self, line: &str) -> Option<Captured> {
        let compiled = self.matching(line)?;
        let mut captured = Captured::default();
        compiled.fill(line, &mut captured);
        Some(captured)
    }

    /// Adds what it finds in the line; `false` when the line is not of this shape.
    pub(crate) fn capture(&self, line: &str, captured: &mut Captured) -> bool {
        let compiled = self.matching(line);
        compiled.inspect(|it| it.fill(line, captured)).is_some()
    }

    pub(crate) fn is_match(&self, line: &str) -> bool {
        self.matching(line).is_some()
    }

    /// Whether the line may be of this shape, as far as can be told without a search.
    pub(crate) fn admits(&self, line: &str) -> bool {
        let new = || Gate::new(&pattern::in_ascii(&written_out(self.text)));
        self.gate.get_or_init(new).admits(line)
    }

    /// Most lines are of another shape, and to find that out is much cheaper without groups.
    fn matching(&self, line: &str) -> Option<&Compiled> {
        if !self.admits(line) {
            return None;
        }
        let compiled = self.compiled.get_or_init(|| Compiled::new(self.text));
        Some(compiled).filter(|it| it.regex.is_match(line))
    }
}

/// A line's shape, and what its parts mean.
pub(crate) struct Pattern {
    pub(crate) expression: Expression,
    pub(crate) meaning: Meaning,
}

settings!(Pattern);

impl Pattern {
    const fn new(expression: &'static str, meaning: Meaning) -> Self {
        Self {
            expression: Expression::new(expression),
            meaning,
        }
    }

    /// A linter's finding: a warning where it does not say.
    pub(crate) const fn lint(expression: &'static str) -> Self {
        Self::new(expression, Meaning::new(Some(ErrorType::Lint), Severity::Warning))
    }

    /// What a compiler says: an error where it does not say, its type guessed from its words.
    pub(crate) const fn compiler(expression: &'static str) -> Self {
        Self::new(expression, Meaning::new(None, Severity::Error))
    }

    /// Text that is not in the language.
    pub(crate) const fn syntax(expression: &'static str) -> Self {
        Self::new(expression, Meaning::new(Some(ErrorType::Syntax), Severity::Error))
    }

    /// A failure of this type.
    pub(crate) const fn of(error_type: ErrorType, expression: &'static str) -> Self {
        Self::new(expression, Meaning::new(Some(error_type), Severity::Error))
    }

    /// What the line reports, if it is of this shape.
    pub(crate) fn read(&self, line: &str) -> Option<Diagnostic> {
        self.meaning.diagnostic(&self.expression.read(line)?)
    }
}
