//! Gradle: why a build stopped, and the tests that failed in it.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use super::exception::{self, Exception};
use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::GRADLE).state::<State>());

const WRONG: &str = "* What went wrong:";

#[derive(Default)]
struct State {
    open: Option<Open>,
}

enum Open {
    Build {
        place: Location,
        lines: Vec<String>,
    },
    /// The test's name, before its exception.
    Test(String),
    Thrown(Box<Thrown>),
}

/// A test's exception, whose lines may be incomplete.
struct Thrown {
    test: String,
    exception: Exception,
    /// `Caused by:` is on a line of its own.
    caused: bool,
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
                let test = std::mem::take(test);
                self.open = None;
                if let Some(diagnostic) = in_short(&test, line.text) {
                    sink.emit(diagnostic);
                    return Step::Done;
                }
                match Thrown::begin(test, line.text) {
                    Some(thrown) => {
                        self.open = Some(Open::Thrown(Box::new(thrown)));
                        Step::More
                    }
                    None => Step::Reject,
                }
            }
            Some(Open::Thrown(thrown)) => {
                if thrown.take(line.text) {
                    return Step::More;
                }
                self.finish(sink);
                Step::Pass
            }
        }
    }

    fn is_unfinished(&self) -> bool {
        matches!(self.open, Some(Open::Test(_)))
    }

    fn finish(&mut self, sink: &mut Sink) {
        match self.open.take() {
            Some(Open::Build { mut place, lines }) if !is_said_before(&lines) => {
                place.column = place
                    .column
                    .or_else(|| lines.iter().find_map(|line| column(line, &place)));
                let error = Diagnostic::new(ErrorType::Build, Severity::Error, lines.join("\n"));
                sink.emit(error.at(place));
            }
            Some(Open::Thrown(thrown)) => sink.emit(thrown.into_diagnostic()),
            Some(Open::Build { .. } | Open::Test(_)) | None => {}
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

/// The column in `build file 'x.gradle': 1: expecting ''', found '\n' @ line 1, column 20.`, the
/// form of the script compiler.
fn column(line: &str, place: &Location) -> Option<u32> {
    let (_, at) = line.rsplit_once(" @ line ")?;
    let (number, column) = at.trim_end_matches('.').split_once(", column ")?;
    let here = number.parse().ok() == place.line;
    column.parse().ok().filter(|_| here)
}

/// Tasks whose failure comes after their own output.
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

/// `CartTest > adds() FAILED`; nested classes come between.
fn test_name(line: &str) -> Option<String> {
    let (class, method) = line.strip_suffix(" FAILED")?.split_once(" > ")?;
    let method = method.rsplit(" > ").next()?.trim_end_matches("()");
    (!class.contains(' ')).then(|| format!("{class}.{method}"))
}

/// `    CLASS: message at File.java:9`, `    CLASS at File.java:9`.
fn in_short(test: &str, line: &str) -> Option<Diagnostic> {
    let text = line.strip_prefix(INDENTATION)?;
    let (said, place) = text.rsplit_once(" at ")?;
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    exception::split_header(said).0?;
    let mut diagnostic = Exception::new(said).into_diagnostic();
    diagnostic.location = placed.location();
    diagnostic.test = Some(test.to_owned());
    Some(diagnostic)
}

/// The indentation of a test's exception.
const INDENTATION: &str = "    ";

impl Thrown {
    /// `    CLASS: message`, and its stack below, as `exceptionFormat = 'full'` prints it.
    fn begin(test: String, line: &str) -> Option<Self> {
        let header = line.strip_prefix(INDENTATION)?;
        exception::split_header(header).0?;
        Some(Self {
            test,
            exception: Exception::new(header),
            caused: false,
        })
    }

    /// Takes a line; `false` when it does not belong to the exception.
    fn take(&mut self, line: &str) -> bool {
        let text = line.trim();
        if text.is_empty() || !line.starts_with(INDENTATION) {
            return text.is_empty();
        }
        if std::mem::take(&mut self.caused) {
            return self.exception.push(&format!("Caused by: {text}"));
        }
        self.caused = text == "Caused by:";
        self.caused || self.exception.push(line)
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = self.exception.into_diagnostic();
        diagnostic.test = Some(self.test);
        diagnostic
    }
}
