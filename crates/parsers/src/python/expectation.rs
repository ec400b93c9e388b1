//! doctest's report on an example: the expected and the actual output.

use unbreak_core::{Diagnostic, ErrorType, Location, Note, Severity};

use super::reader::{Flow, HEADER, TracebackReader};

/// Lines kept of each part.
const LINES: usize = 40;

/// Collects the parts of one report.
#[derive(Debug, Default)]
pub(crate) struct Expectation {
    part: Part,
    example: Vec<String>,
    expected: Vec<String>,
    got: Vec<String>,
    differences: Vec<String>,
    raised: Option<TracebackReader>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Example,
    Expected,
    Got,
    Differences,
    Raised,
}

impl Expectation {
    /// Returns whether a line begins the part with the expected output.
    pub(crate) fn begins_with(line: &str) -> bool {
        matches!(
            announced(line),
            Some(Part::Expected | Part::Got | Part::Differences)
        )
    }

    /// Looks at the next line; `false` when it is not indented and begins no part.
    pub(crate) fn line(&mut self, line: &str) -> bool {
        if let Some(part) = announced(line) {
            self.part = part;
            return true;
        }
        let Some(text) = indented(line) else {
            return false;
        };
        match self.part {
            Part::Example => push(&mut self.example, text),
            Part::Expected => push(&mut self.expected, text),
            Part::Got => push(&mut self.got, text),
            Part::Differences => push(&mut self.differences, text),
            Part::Raised => self.raised_line(text),
        }
        true
    }

    fn raised_line(&mut self, text: &str) {
        match &mut self.raised {
            None => self.raised = TracebackReader::begin(text),
            Some(reader) => {
                if reader.line(text) == Flow::Over {
                    self.part = Part::Example;
                }
            }
        }
    }

    /// The diagnostic of the example at this place.
    pub(crate) fn into_diagnostic(self, location: Location) -> Diagnostic {
        let message = self.message();
        let raised = self.raised.and_then(TracebackReader::finish);
        let mut diagnostic = match raised {
            Some(exception) => exception.into_diagnostic(),
            None => Diagnostic::new(ErrorType::Assertion, Severity::Error, message),
        };
        // The place of an example is that of its docstring's line, not of the code that doctest generated.
        diagnostic.location = location;
        diagnostic.snippet = None;
        for (title, lines) in [("example", self.example), ("differences", self.differences)] {
            if !lines.is_empty() {
                diagnostic.notes.push(Note {
                    message: format!("{title}: {}", lines.join("\n")),
                    location: Location::default(),
                });
            }
        }
        diagnostic
    }

    fn message(&self) -> String {
        match (summary(&self.expected), summary(&self.got)) {
            (None, None) => "the output is not what the example says".to_owned(),
            (expected, got) => {
                let words = |side: Option<String>| side.unwrap_or_else(|| "nothing".to_owned());
                format!("expected {}, got {}", words(expected), words(got))
            }
        }
    }
}

/// The part that a line begins.
fn announced(line: &str) -> Option<Part> {
    match line.trim_end() {
        "Failed example:" => Some(Part::Example),
        "Expected:" | "Expected nothing" => Some(Part::Expected),
        "Got:" | "Got nothing" => Some(Part::Got),
        "Exception raised:" => Some(Part::Raised),
        line if line.starts_with("Differences (") => Some(Part::Differences),
        _ => None,
    }
}

/// The text after four spaces; a blank line has none.
fn indented(line: &str) -> Option<&str> {
    match line.strip_prefix("    ") {
        Some(text) => Some(text),
        None if line.trim().is_empty() => Some(""),
        None => None,
    }
}

fn push(lines: &mut Vec<String>, text: &str) {
    if lines.len() < LINES && !(text.is_empty() && lines.is_empty()) {
        lines.push(text.to_owned());
    }
}

/// One line as it is, several joined; of a traceback only the exception.
fn summary(lines: &[String]) -> Option<String> {
    let text = lines.join("\n");
    let text = text.trim_end();
    if text.starts_with(HEADER) {
        return text.lines().last().map(str::to_owned);
    }
    (!text.is_empty()).then(|| text.to_owned())
}
