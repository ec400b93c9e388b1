//! One failure or error as pytest prints it below its heading, in any `--tb` style.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Note};

use super::mark;
use super::summary::is_about_the_form;
use crate::place::Place;
use crate::python::exception::{Exception, is_class, split_class};
use crate::python::expectation::Expectation;
use crate::python::reader::{Flow, HEADER, Link, TracebackReader};

/// `E` lines kept of one report.
const ERROR_LINES: usize = 60;

/// Collects the lines of one report.
#[derive(Debug, Default)]
pub(super) struct Report {
    exception: Exception,
    /// The `E` lines of the exception, without the `E`.
    errors: Vec<String>,
    /// The class named at the end of the last place line.
    located_class: Option<String>,
    /// The function whose source is being printed.
    function: Option<String>,
    /// Reads `--tb=native`.
    native: Option<TracebackReader>,
    /// Below a `--- Captured stdout ---` line: the program's words, not pytest's.
    captured: bool,
    /// The last exception in the captured output.
    logged: Option<TracebackReader>,
    /// Whether the captured line before was part of it.
    is_logging: bool,
    /// The last line that is more than source was not pytest's.
    in_doubt: bool,
    advice: Option<String>,
    /// The expectation of a doctest.
    expectation: Option<Expectation>,
    /// The test that took an xdist worker down.
    node: Option<String>,
    /// Lines without any mark: a message that has no traceback (`pytest.fail(reason, pytrace=False)`).
    plain: Vec<String>,
}

impl Report {
    /// Looks at the next line below the heading; `false` when it may be the output of a program.
    pub(super) fn line(&mut self, line: &str) -> bool {
        let known = self.read(line);
        // Source and blank lines are as certain as what is above them.
        let is_weak = !self.captured && (line.trim().is_empty() || line.starts_with("    "));
        if !is_weak {
            self.in_doubt = !known;
        }
        known || is_weak && !self.in_doubt
    }

    /// Reads a line; `false` when it says nothing of itself.
    fn read(&mut self, line: &str) -> bool {
        let is_rule = line.starts_with("---") && line.ends_with("---");
        if self.captured {
            self.captured_line(line);
            return is_rule;
        }
        if self.read_native(line) {
            return !self.captured;
        }
        if self.read_expectation(line) {
            return Expectation::begins_with(line);
        }
        match line.as_bytes() {
            [b'E', b' ', ..] => self.error_line(&line[1..]),
            [b'>', b' ', ..] => self.marked_line(&line[1..]),
            [b' ', b' ', b' ', b' ', ..] => {
                self.source_line(&line[4..]);
                return false;
            }
            _ if is_rule => self.captured = true,
            _ if line.starts_with(HEADER) && self.is_silent() => {
                self.native = TracebackReader::begin(line);
            }
            _ => return self.other_line(line),
        }
        true
    }

    /// Looks for an exception that the program logged.
    fn captured_line(&mut self, line: &str) {
        let is_more = |logged: &mut TracebackReader| logged.line(line) == Flow::Taken;
        self.is_logging = self.is_logging && self.logged.as_mut().is_some_and(is_more);
        if !self.is_logging && line.starts_with(HEADER) {
            self.logged = TracebackReader::begin(line);
            self.is_logging = true;
        }
    }

    /// Returns whether nothing was said yet of what went wrong.
    fn is_silent(&self) -> bool {
        self.errors.is_empty() && self.exception.frames.is_empty()
    }

    /// The file of the outermost place.
    pub(super) fn first_file(&self) -> Option<&str> {
        self.exception.frames.first()?.location.file.as_deref()
    }

    /// The test's full name, where the report itself gives it.
    pub(super) fn node(&self) -> Option<&str> {
        self.node.as_deref()
    }

    /// The text of a report without a traceback.
    pub(super) fn plain_text(&self) -> String {
        self.plain.join("\n").trim_end().to_owned()
    }

    /// The diagnostic; `None` when the report says nothing.
    pub(super) fn finish(mut self) -> Option<Diagnostic> {
        if let Some(native) = self.native.take() {
            return Some(self.at_example(diagnose(native.finish()?)));
        }
        if let Some(expectation) = self.expectation.take() {
            return Some(expectation.into_diagnostic(self.exception.location()));
        }
        self.close_exception();
        let silent = self.exception.class.is_empty() && self.exception.message.is_empty();
        if silent && self.exception.frames.is_empty() {
            return None;
        }
        let mut diagnostic = match self.logged.take().filter(|_| has_server_error(&self.exception)) {
            Some(logged) => served(self.exception, logged),
            None => diagnose(self.exception),
        };
        diagnostic.advice = diagnostic.advice.or(self.advice);
        mark::suggest(&mut diagnostic);
        Some(diagnostic)
    }

    fn read_native(&mut self, line: &str) -> bool {
        let Some(native) = &mut self.native else {
            return false;
        };
        if native.line(line) == Flow::Taken {
            return true;
        }
        // The place of a doctest's example follows, or captured output.
        if let Some(place) = Place::parse(line) {
            self.place_line(&place);
        }
        self.captured = true;
        true
    }

    fn read_expectation(&mut self, line: &str) -> bool {
        if self.expectation.is_none() && Expectation::begins_with(line) {
            self.expectation = Some(Expectation::default());
        }
        self.expectation
            .as_mut()
            .is_some_and(|expectation| expectation.line(line))
    }

    /// An exception in a doctest is reported at the example, not in the code that doctest made of it.
    fn at_example(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if self.located_class.as_deref() == Some("UnexpectedException") {
            diagnostic.location = self.exception.location();
            diagnostic.snippet = None;
        }
        diagnostic
    }

    fn error_line(&mut self, text: &str) {
        if self.errors.len() < ERROR_LINES {
            self.errors.push(text.trim_end().to_owned());
        }
    }

    /// `>` marks the line that failed; below "fixture not found" it lists the available ones.
    fn marked_line(&mut self, text: &str) {
        match text.trim_start().strip_prefix("available fixtures: ") {
            Some(fixtures) => self.advice = Some(format!("available fixtures: {fixtures}")),
            None => self.exception.show(text.get(3..).unwrap_or(text)),
        }
    }

    fn source_line(&mut self, source: &str) {
        let trimmed = source.trim();
        if !trimmed.is_empty() && trimmed.bytes().all(|byte| matches!(byte, b'^' | b'~')) {
            self.exception.underline(source);
        } else if let Some(name) = defined_function(trimmed) {
            self.function.get_or_insert_with(|| name.to_owned());
        } else if self.exception.shown.is_none() && !trimmed.is_empty() {
            self.exception.show(source);
        }
    }

    /// Reads a line without a mark; `false` when it says nothing.
    fn other_line(&mut self, line: &str) -> bool {
        if let Some(link) = Link::of(line) {
            self.close_exception();
            self.exception = std::mem::take(&mut self.exception).chained(link.relation());
            self.located_class = None;
        } else if let Some(node) = crashed_test(line) {
            self.node = Some(node.to_owned());
            line.clone_into(&mut self.exception.message);
        } else if let Some(location) = fixture_place(line) {
            self.exception.push_frame(Frame::new(location, None));
        } else {
            let is_place = Place::parse(line).is_some_and(|place| self.place_line(&place));
            if !is_place && self.is_silent() && self.plain.len() < ERROR_LINES && !is_worker(line) {
                self.plain.push(line.to_owned());
            }
            return is_place;
        }
        true
    }

    /// `path:line: in function` comes before its source, `path:line: Class` and `path:line: ` after.
    /// `false` for any other place.
    fn place_line(&mut self, place: &Place<'_>) -> bool {
        if place.column.is_some() {
            return false;
        }
        let location = Location::line(place.file, place.line);
        let tail = place.message().unwrap_or_default().trim_end();
        if let Some(function) = tail.strip_prefix("in ") {
            self.function = None;
            self.exception
                .push_frame(Frame::new(location, Some(function.to_owned())));
        } else if tail.is_empty() || is_class(tail) {
            self.located_class = (!tail.is_empty()).then(|| tail.to_owned());
            let function = self.function.take();
            self.exception
                .push_frame_after_source(Frame::new(location, function));
        } else {
            return false;
        }
        true
    }

    /// `--tb=line`: the place and the error in one line, which ends the report.
    pub(super) fn line_style(&mut self, place: &Place<'_>, message: &str) {
        let location = Location::line(place.file, place.line);
        self.exception.push_frame(Frame::new(location, None));
        if self.errors.is_empty() {
            self.error_line(message);
        }
    }

    /// Makes class and message of the `E` lines.
    fn close_exception(&mut self) {
        let errors = dedent(&std::mem::take(&mut self.errors));
        let Some((first, more)) = errors.split_first() else {
            return;
        };
        if let Some(collection) = read_collection_error(first, more) {
            self.exception = collection;
            return;
        }
        if let Some(syntax) = read_syntax_error(first, more) {
            let frames = std::mem::take(&mut self.exception.frames);
            let notes = std::mem::take(&mut self.exception.notes);
            self.exception = Exception {
                frames,
                notes,
                ..syntax
            };
            return;
        }
        let (class, message) = self.split_error(first);
        let is_assertion = class == "AssertionError";
        (self.exception.class, self.exception.message) = (class, message);
        if is_assertion {
            self.exception.notes.extend(explanation(more));
        } else {
            for line in more {
                self.exception.push_message(line);
            }
        }
    }

    /// Class and message of the first `E` line; a rewritten `assert` names no class.
    fn split_error(&self, first: &str) -> (String, String) {
        let located = self.located_class.as_deref();
        let named = split_class(first).filter(|(class, _)| {
            let name = class.rsplit('.').next().unwrap_or(class);
            // `re.error` and its like are the only classes of the library in lower case.
            let is_error = name == "error" && class.contains('.');
            located == Some(name) || name.starts_with(char::is_uppercase) || is_error
        });
        match named {
            Some((class, message)) => (class.to_owned(), message.to_owned()),
            None if first.starts_with("assert ") => ("AssertionError".to_owned(), first.to_owned()),
            None => (located.unwrap_or_default().to_owned(), first.to_owned()),
        }
    }
}

/// The diagnostic of an exception in a test: an expectation that pytest itself found broken counts
/// as an assertion.
fn diagnose(mut exception: Exception) -> Diagnostic {
    let expectation = exception.class == "Failed" && !is_about_the_form(&exception.message);
    // The code that was to warn raised an exception: that is the failure.
    let earlier = exception.earlier.take();
    if let Some(stopped) = earlier.filter(|_| expectation && exception.message.starts_with("DID NOT WARN")) {
        return caused_by(exception.into_diagnostic(), diagnose(*stopped));
    }
    let mut diagnostic = exception.into_diagnostic();
    if expectation {
        diagnostic.error_type = ErrorType::Assertion;
    }
    diagnostic
}

/// Returns whether an assertion failed because a server answered with an internal error.
fn has_server_error(exception: &Exception) -> bool {
    let mut words = exception.message.split(|c: char| !c.is_ascii_alphanumeric());
    exception.class == "AssertionError" && words.any(|word| word == "500")
}

/// The diagnostic of the exception that a server logged and answered with an internal error. What the test says of the
/// answer is a note.
fn served(exception: Exception, logged: TracebackReader) -> Diagnostic {
    let answer = diagnose(exception);
    let Some(logged) = logged.finish().filter(|logged| !logged.class.is_empty()) else {
        return answer;
    };
    caused_by(answer, diagnose(logged))
}

/// The cause, with the first line of what it led to as a note.
fn caused_by(effect: Diagnostic, mut cause: Diagnostic) -> Diagnostic {
    cause.notes.push(Note {
        message: effect.message.lines().next().unwrap_or_default().to_owned(),
        location: effect.location,
    });
    cause
}

/// `File "...", line N`, source, caret and message.
fn read_syntax_error(first: &str, more: &[String]) -> Option<Exception> {
    let mut reader = TracebackReader::begin(first).filter(|_| first.trim_start().starts_with("File \""))?;
    for line in more {
        reader.line(line);
    }
    reader.is_named().then(|| reader.finish()).flatten()
}

/// `--full-trace` shows how pytest raised an error of its own, whose message is the report that other
/// styles print.
fn read_collection_error(first: &str, more: &[String]) -> Option<Exception> {
    let trace = more.iter().position(|line| line == "Traceback:")?;
    let is_one = first.contains("CollectError: ImportError while importing test module");
    let mut report = Report::default();
    for line in &more[trace + 1..] {
        report.line(line);
    }
    report.close_exception();
    (is_one && !report.exception.class.is_empty()).then_some(report.exception)
}

/// pytest's account of how the two sides differ.
fn explanation(lines: &[String]) -> Option<Note> {
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    (!text.is_empty()).then(|| Note {
        message: text.to_owned(),
        location: Location::default(),
    })
}

/// The lines without the indentation that all of them share.
fn dedent(lines: &[String]) -> Vec<String> {
    let indentation = |line: &String| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let shared = filled.map(indentation).min().unwrap_or(0);
    lines
        .iter()
        .map(|line| line.get(shared..).unwrap_or_default().to_owned())
        .collect()
}

/// Returns whether it names the worker of pytest-xdist that ran the test: `[gw1] linux -- Python 3.13.0 /usr/bin/python`.
fn is_worker(line: &str) -> bool {
    line.starts_with("[gw") && line.contains(" -- Python ")
}

/// The name in `def name(` or `async def name(`.
fn defined_function(source: &str) -> Option<&str> {
    let source = source.strip_prefix("async ").unwrap_or(source);
    let (name, _) = source.strip_prefix("def ")?.split_once('(')?;
    Some(name.trim())
}

/// `file /path/test_a.py, line 55`, above a test whose fixture is missing.
fn fixture_place(line: &str) -> Option<Location> {
    let (file, number) = line.strip_prefix("file ")?.rsplit_once(", line ")?;
    Some(Location::line(file, number.trim().parse().ok()?))
}

/// `worker 'gw0' crashed while running 'tests/test_a.py::test_b'`.
fn crashed_test(line: &str) -> Option<&str> {
    let (worker, test) = line.split_once(" crashed while running '")?;
    worker
        .starts_with("worker '")
        .then(|| test.trim_end_matches('\''))
}
