//! prisma-lint.

use std::borrow::Cow;

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity, Sink,
    Step, register_parser,
};

use crate::format;

register_parser!(PrismaLint);

const DOCS: &str = r#"
## What it understands

`schema.prisma ✖`, below it the place (`  User.id 2:3`), and below that what is wrong there, each as
`    error message rule`.

## Versions seen

prisma-lint 0.13. Its JSON is read by `generic-json`.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "two findings at one place",
    "schema.prisma ✖
  users 1:1
    error Expected singular model name. model-name-grammatical-number
    error Model name should be in PascalCase. model-name-pascal-case
",
    r#"[{"type": "lint", "severity": "error", "code": "model-name-grammatical-number", "file": "schema.prisma", "line": 1, "column": 1, "message": "Expected singular model name."},
        {"code": "model-name-pascal-case", "line": 1, "message": "Model name should be in PascalCase."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "prisma-lint",
    "prisma-lint",
    DOCS,
    &[Cow::Borrowed("prisma")],
    &EXAMPLES,
);

struct PrismaLint;

impl ErrorParser for PrismaLint {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[".prisma ✖"]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

/// The file, and the place in it, that the next findings are about.
#[derive(Default)]
struct State {
    file: Option<String>,
    place: Option<Location>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(file) = line.text.strip_suffix(" ✖") {
            (self.file, self.place) = (Some(file.to_owned()), None);
            return Step::More;
        }
        let Some(file) = &self.file else {
            return Step::Pass;
        };
        if let Some(place) = place(file, line.text) {
            self.place = Some(place);
            return Step::More;
        }
        let found = self.place.as_ref().zip(finding(line.text));
        let Some((place, finding)) = found else {
            *self = Self::default();
            return Step::Pass;
        };
        sink.emit(finding.at(place.clone()));
        Step::More
    }
}

/// `  User.id 2:3`.
fn place(file: &str, text: &str) -> Option<Location> {
    let (_, place) = text.strip_prefix("  ")?.split_once(' ')?;
    let (line, column) = place.split_once(':')?;
    Some(Location::column(file, line.parse().ok()?, column.parse().ok()?))
}

/// `    error message rule`.
fn finding(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.strip_prefix("    ")?.split_once(' ')?;
    let (message, rule) = rest.rsplit_once(' ')?;
    let severity = match label {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => return None,
    };
    Some(Diagnostic::new(ErrorType::Lint, severity, message).with_code(rule))
}
