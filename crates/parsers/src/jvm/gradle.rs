//! Gradle: why a build stopped, and the tests that failed in it.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity, Sink,
    Step, register_parser,
};

use super::LANGUAGES;
use super::exception;
use crate::format::{self, locate};

register_parser!(Gradle);

const DOCS: &str = r#"
## What it understands

`* What went wrong:` with the explanation below, placed by the `* Where:` above it. That compiling or
testing failed is not reported: what failed was said before. `CLASS > TEST FAILED` with the exception and
its place below; the test's name is what `--tests` takes.

## Versions seen

Gradle 7 and 8, from its documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a script with an error",
        "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/home/dev/project/build.gradle' line: 8\n\n* What went wrong:\nA problem occurred evaluating root project 'shop'.\n> Could not find method implementatoin() for arguments [x]\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n",
        r#"[{"type": "build", "severity": "error", "file": "/home/dev/project/build.gradle", "line": 8,
             "message": "A problem occurred evaluating root project 'shop'.\n> Could not find method implementatoin() for arguments [x]"}]"#,
    ),
    Example::new(
        "a test that failed",
        "CartTest > adds() FAILED\n    org.opentest4j.AssertionFailedError: expected: <4> but was: <3> at CartTest.java:9\n",
        r#"[{"type": "assertion", "test": "CartTest.adds", "message": "expected: <4> but was: <3>", "file": "CartTest.java", "line": 9}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "gradle",
    "Gradle's errors and failed tests",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

const WRONG: &str = "* What went wrong:";

/// The parser.
struct Gradle;

impl ErrorParser for Gradle {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[WRONG, " FAILED"]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<Open>,
}

enum Open {
    Build { place: Location, lines: Vec<String> },
    Test(String),
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match &mut self.open {
            None => self.begin(line),
            Some(Open::Build { lines, .. }) if !line.text.trim().is_empty() => {
                lines.push(line.text.to_owned());
                Step::More
            }
            Some(Open::Build { .. }) => {
                self.finish(sink);
                Step::Done
            }
            Some(Open::Test(test)) => {
                let failure = failure(test, line.text);
                self.open = None;
                match failure {
                    Some(diagnostic) => {
                        sink.emit(diagnostic);
                        Step::Done
                    }
                    None => Step::Reject,
                }
            }
        }
    }

    fn is_unfinished(&self) -> bool {
        matches!(self.open, Some(Open::Test(_)))
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(Open::Build { place, lines }) = self.open.take()
            && !is_said_before(&lines)
        {
            let error = Diagnostic::new(ErrorType::Build, Severity::Error, lines.join("\n"));
            sink.emit(error.at(place));
        }
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>) -> Step {
        self.open = if line.text == WRONG {
            let place = (1..=3).find_map(|n| place(line.back(n)?));
            Some(Open::Build {
                place: place.unwrap_or_default(),
                lines: Vec::new(),
            })
        } else {
            test_name(line.text).map(Open::Test)
        };
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }
}

/// `Build file 'x.gradle' line: 8`.
fn place(line: &str) -> Option<Location> {
    let (_, rest) = line.split_once(" '")?;
    let (file, number) = rest.split_once("' line: ")?;
    Some(Location::line(file, number.trim().parse().ok()?))
}

/// Tasks whose failure comes after what they printed themselves.
fn is_said_before(lines: &[String]) -> bool {
    const SAID: [&str; 5] = [
        "> Compilation failed; see the compiler",
        "> Compilation error. See log",
        "> There were failing tests",
        "> A failure occurred while executing org.jetbrains.kotlin.compilerRunner",
        "> Compilation failed with exit code",
    ];
    lines.is_empty()
        || lines
            .iter()
            .any(|line| SAID.iter().any(|start| line.trim_start().starts_with(start)))
}

/// `CartTest > adds() FAILED`; nested classes stand between.
fn test_name(line: &str) -> Option<String> {
    let (class, method) = line.strip_suffix(" FAILED")?.split_once(" > ")?;
    let method = method.rsplit(" > ").next()?.trim_end_matches("()");
    (!class.contains(' ')).then(|| format!("{class}.{method}"))
}

/// `    CLASS: message at File.java:9`, `    CLASS at File.java:9`.
fn failure(test: &str, line: &str) -> Option<Diagnostic> {
    let text = line.strip_prefix("    ")?;
    let (said, place) = match text.rsplit_once(" at ") {
        Some((said, place)) if locate::at_start(place).is_some_and(|placed| placed.rest.is_empty()) => {
            (said, locate::at_start(place))
        }
        _ => (text, None),
    };
    exception::split_header(said).0?;
    let mut diagnostic = exception::Exception::new(said).into_diagnostic();
    diagnostic.location = place.map(|placed| placed.location()).unwrap_or_default();
    diagnostic.test = Some(test.to_owned());
    Some(diagnostic)
}
