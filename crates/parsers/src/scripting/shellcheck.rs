//! ShellCheck, as it prints to a terminal.

use std::borrow::Cow;

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity, Sink,
    Step, register_parser,
};

use crate::format;

register_parser!(Shellcheck);

const DOCS: &str = r#"
## What it understands

The default format `tty`: `In FILE line N:`, the line, and below it a remark for each finding, whose
marks (`^----^`) give the columns. A mark that stands alone (`^--`) gives the first one only. Codes 1000
to 1999 are about what ShellCheck could not parse. The formats `gcc` and `json1` are read by the generic
parsers, `checkstyle` as Checkstyle's.

## Versions seen

ShellCheck 0.7 to 0.10, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "two findings in a line",
    r#"
In deploy.sh line 3:
cp $src $dst
   ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.
        ^--^ SC2154 (warning): dst is referenced but not assigned.

For more information:
  https://www.shellcheck.net/wiki/SC2154 -- dst is referenced but not assigned.
"#,
    r#"[{"type": "lint", "severity": "info", "code": "SC2086", "file": "deploy.sh", "line": 3, "column": 4,
         "end_line": 3, "end_column": 8, "message": "Double quote to prevent globbing and word splitting."},
        {"severity": "warning", "code": "SC2154", "line": 3, "column": 9, "end_column": 13}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "shellcheck",
    "ShellCheck's findings",
    DOCS,
    &[Cow::Borrowed("shell")],
    &EXAMPLES,
);

/// The parser.
struct Shellcheck;

impl ErrorParser for Shellcheck {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["In "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    /// Where the remarks belong.
    place: Option<Location>,
    /// The quoted line has come.
    quoted: bool,
    found: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(place) = &self.place else {
            self.place = header(line.text);
            return if self.place.is_some() {
                Step::More
            } else {
                Step::Pass
            };
        };
        if !self.quoted {
            self.quoted = true;
            return Step::More;
        }
        if let Some(diagnostic) = remark(line.text, place) {
            self.found = true;
            sink.emit(diagnostic);
            return Step::More;
        }
        // Below the remarks stands what ShellCheck proposes.
        let proposal = self.found && line.text.starts_with("Did you mean");
        if proposal {
            return Step::More;
        }
        let found = self.found;
        *self = Self::default();
        if found { Step::Pass } else { Step::Reject }
    }
}

/// `In FILE line N:`.
fn header(line: &str) -> Option<Location> {
    let (file, number) = line
        .strip_prefix("In ")?
        .strip_suffix(':')?
        .rsplit_once(" line ")?;
    Some(Location::line(file, number.parse().ok()?))
}

/// `   ^--^ SC2086 (info): message`; before 0.7 without the severity.
fn remark(line: &str, place: &Location) -> Option<Diagnostic> {
    let marked = line.trim_start();
    let indentation = line.len() - marked.len();
    let length = marked
        .bytes()
        .take_while(|byte| matches!(byte, b'^' | b'-'))
        .count();
    let (marks, rest) = marked.split_at(length);
    let (code, message) = rest.trim_start().split_once(": ")?;
    let (code, severity) = match code.split_once(" (") {
        Some((code, level)) => (code, format::severity::word(level.trim_end_matches(')'))?),
        None => (code, Severity::Warning),
    };
    if !marks.starts_with('^') || !code.starts_with("SC") {
        return None;
    }
    let error_type = if code.starts_with("SC1") && severity >= Severity::Error {
        ErrorType::Syntax
    } else {
        ErrorType::Lint
    };
    let mut location = place.clone();
    let column = u32::try_from(indentation + 1).ok()?;
    location.column = Some(column);
    if length > 1 && marks.ends_with('^') {
        location.end_line = location.line;
        location.end_column = Some(column.saturating_add(u32::try_from(length).ok()?));
    }
    Some(
        Diagnostic::new(error_type, severity, message)
            .with_code(code)
            .at(location),
    )
}
