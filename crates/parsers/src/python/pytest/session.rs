//! A test session's output: which section a line is in.

use unbreak_core::{Diagnostic, Document, ErrorType, Line, OutputRange, ParserState, Severity, Sink, Step};

use super::heading::Heading;
use super::pending::{Failure, Pending};
use super::report::Report;
use super::summary::{Item, progress_node};
use super::{junit, report_log};
use crate::place::Place;
use crate::python::reader::TracebackReader;

/// The number of bytes examined in a line: reports are kept until the session ends.
const LINE_BYTES: usize = 4 * 1024;
const INTERNAL: &str = "INTERNALERROR> ";
/// Above the traceback of what pytest itself could not import.
const IMPORTS: [&str; 2] = [
    "ImportError while loading conftest '",
    "Error while loading plugin \"",
];

/// The state of one output.
#[derive(Debug, Default)]
pub(super) struct Session {
    section: Section,
    pending: Pending,
    /// The last session ended with "no tests ran".
    no_tests: Option<OutputRange>,
    /// Whether pytest printed anything else.
    said: bool,
}

#[derive(Debug, Default)]
enum Section {
    #[default]
    Outside,
    /// "FAILURES" and "ERRORS".
    Reports(Option<Open>),
    /// "short test summary info".
    Summary,
    /// A `conftest.py` that cannot be imported.
    Conftest(Open),
    Internal(TracebackReader),
}

/// A report in the making.
#[derive(Debug)]
struct Open {
    heading: Option<Heading>,
    report: Report,
    range: OutputRange,
}

impl Open {
    fn new(heading: Option<Heading>, range: OutputRange) -> Self {
        Self {
            heading,
            report: Report::default(),
            range,
        }
    }

    /// Takes a line; `false` when it may be the output of another program.
    fn line(&mut self, line: &Line<'_>) -> bool {
        self.range.end = line.range.end;
        self.report.line(line.text)
    }
}

impl ParserState for Session {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = &line.text[..line.text.floor_char_boundary(LINE_BYTES)];
        let line = &Line { text, ..*line };
        match &mut self.section {
            Section::Outside => self.outside(line, sink),
            Section::Reports(_) => self.in_reports(line, sink),
            Section::Summary => self.in_summary(line, sink),
            Section::Conftest(open) if belongs_to_conftest(line.text) => {
                open.line(line);
                Step::More
            }
            Section::Internal(reader) if line.text.starts_with(INTERNAL) => {
                reader.line(&line.text[INTERNAL.len()..]);
                Step::More
            }
            Section::Conftest(_) | Section::Internal(_) => self.leave(sink),
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let taken = match document {
            Document::Json { value, .. } => report_log::read(value, sink),
            Document::Xml { text, .. } => junit::read(text, sink),
            _ => false,
        };
        self.said |= !sink.is_empty();
        taken
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.leave(sink);
        self.pending.flush(sink);
        self.said |= !sink.is_empty();
        if let Some(range) = self.no_tests.filter(|_| !self.said) {
            let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "no tests ran");
            diagnostic.output = range;
            sink.emit(diagnostic);
        }
    }
}

impl Session {
    /// A line that no section holds.
    fn outside(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(title) = title(line.text) {
            return self.enter(title, line, sink);
        }
        if let Some(heading) = Heading::parse(line.text) {
            self.section = Section::Reports(Some(Open::new(Some(heading), line.range)));
            return Step::More;
        }
        if IMPORTS.iter().any(|heading| line.text.starts_with(heading)) {
            self.section = Section::Conftest(Open::new(None, line.range));
            return Step::More;
        }
        if let Some(reader) = line.text.strip_prefix(INTERNAL).and_then(TracebackReader::begin) {
            self.section = Section::Internal(reader);
            return Step::More;
        }
        self.single_line(line, sink)
    }

    /// A line that is independent of others.
    fn single_line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(node) = progress_node(line.text) {
            // Other parsers have more information than this line.
            self.pending.push_name(node);
            return Step::Pass;
        }
        if let Some(item) = Item::parse(line.text) {
            self.pending.push_item(item, sink);
        } else if let Some(message) = usage_error(line.text) {
            sink.emit(Diagnostic::new(ErrorType::Runtime, Severity::Error, message).with_code("UsageError"));
            self.said = true;
        } else if ran_nothing(line.text) {
            self.no_tests = Some(line.range);
        } else if !counts_warnings(line.text) {
            return Step::Pass;
        }
        Step::Done
    }

    /// `==== title ====`: begins a section, or ends the session.
    fn enter(&mut self, title: &str, line: &Line<'_>, sink: &mut Sink) -> Step {
        self.close_report(sink);
        if self.pending.is_summed_up() {
            self.pending.flush(sink);
        }
        self.section = match title {
            "FAILURES" | "ERRORS" => Section::Reports(None),
            "short test summary info" => Section::Summary,
            _ => return self.other_title(title, line, sink),
        };
        Step::More
    }

    fn other_title(&mut self, title: &str, line: &Line<'_>, sink: &mut Sink) -> Step {
        self.section = Section::Outside;
        if ran_nothing(title) {
            self.no_tests = Some(line.range);
        } else if is_verdict(title) {
            self.pending.flush(sink);
        }
        Step::Done
    }

    fn in_reports(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(title) = title(line.text) {
            return self.enter(title, line, sink);
        }
        if line.text.starts_with("!!!") || is_verdict(line.text) {
            return self.interrupted(line.text, sink);
        }
        if let Some(heading) = Heading::parse(line.text) {
            self.close_report(sink);
            self.section = Section::Reports(Some(Open::new(Some(heading), line.range)));
        } else {
            return self.report_line(line, sink);
        }
        Step::More
    }

    /// The session continues after `!!! stopping after 1 failures !!!` and ends with the verdict of `-q`.
    fn interrupted(&mut self, text: &str, sink: &mut Sink) -> Step {
        self.close_report(sink);
        if is_interruption(text, sink) {
            return Step::More;
        }
        self.section = Section::Outside;
        self.pending.flush(sink);
        Step::Done
    }

    fn report_line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Section::Reports(open) = &mut self.section else {
            return Step::Pass;
        };
        let open = open.get_or_insert_with(|| Open::new(None, line.range));
        let place = if open.heading.is_none() {
            line_style(line.text)
        } else {
            None
        };
        match place {
            Some((place, message)) => {
                open.report.line_style(&place, message);
                open.range.end = line.range.end;
                self.close_report(sink);
                Step::More
            }
            None if open.line(line) => Step::More,
            None => Step::Maybe,
        }
    }

    fn in_summary(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(title) = title(line.text) {
            self.pending.flush(sink);
            return self.enter(title, line, sink);
        }
        if let Some(item) = Item::parse(line.text) {
            self.pending.push_item(item, sink);
            return Step::More;
        }
        if is_verdict(line.text) {
            return self.interrupted(line.text, sink);
        }
        // With `-vv` a message of several lines is printed in full.
        let known = is_summary_line(line.text) || self.pending.quotes(line.text);
        if is_interruption(line.text, sink) || known {
            return Step::More;
        }
        // Whatever is between them, the tests named further below belong to this session.
        self.section = Section::Outside;
        Step::Pass
    }

    /// The present section ended before this line.
    fn leave(&mut self, sink: &mut Sink) -> Step {
        match std::mem::take(&mut self.section) {
            Section::Internal(reader) => {
                if let Some(exception) = reader.finish() {
                    sink.emit(exception.into_diagnostic());
                    self.said = true;
                }
            }
            Section::Conftest(open) | Section::Reports(Some(open)) => self.close(open, sink),
            Section::Outside | Section::Summary | Section::Reports(None) => {}
        }
        Step::Pass
    }

    fn close_report(&mut self, sink: &mut Sink) {
        if let Section::Reports(open) = &mut self.section
            && let Some(open) = open.take()
        {
            self.close(open, sink);
        }
    }

    fn close(&mut self, open: Open, sink: &mut Sink) {
        let first_file = open.report.first_file().map(str::to_owned);
        let node = open.report.node().map(str::to_owned);
        let plain = open.report.plain_text();
        let Some(mut diagnostic) = open.report.finish() else {
            if let Some(heading) = open.heading {
                let mut diagnostic = heading.told(plain);
                diagnostic.output = open.range;
                self.pending.push_told(heading, diagnostic);
            }
            return;
        };
        diagnostic.output = open.range;
        self.said = true;
        let failure = Failure {
            heading: open.heading,
            node,
            first_file,
            diagnostic,
        };
        self.pending.push(failure, sink);
    }
}

/// `!!! stopping after 1 failures !!!` and pytest's other texts between exclamation marks.
fn is_interruption(text: &str, sink: &mut Sink) -> bool {
    let is = text.starts_with("!!!");
    if is && text.contains(" stopping after ") {
        sink.stopped_early();
    }
    is
}

/// The text between two runs of `=`.
fn title(line: &str) -> Option<&str> {
    let line = line.trim_end();
    if !line.starts_with("==") || !line.ends_with("==") {
        return None;
    }
    let inner = line.trim_matches('=');
    inner.strip_prefix(' ')?.strip_suffix(' ')
}

/// `12 failed, 1 passed, 3 errors in 0.12s`.
fn is_verdict(text: &str) -> bool {
    const OUTCOMES: [&str; 8] = [
        "failed",
        "passed",
        "error",
        "skipped",
        "deselected",
        "xfailed",
        "xpassed",
        "warning",
    ];
    let mut words = text.split(' ');
    let counted = words
        .next()
        .is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty());
    let outcome = words.next().unwrap_or_default();
    counted && OUTCOMES.iter().any(|known| outcome.starts_with(known)) && text.contains(" in ")
}

/// `shop/text.py:54: 17 warnings`, above the warning that is meant.
fn counts_warnings(text: &str) -> bool {
    let message = Place::parse(text).and_then(|place| place.message());
    let counted = message.and_then(|message| message.split_once(' '));
    counted.is_some_and(|(count, noun)| {
        matches!(noun, "warning" | "warnings") && count.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `no tests ran in 0.02s`, `1 deselected, 2 warnings in 0.05s`: pytest exits with code 5.
fn ran_nothing(text: &str) -> bool {
    let counts = text.split(" in ").next().unwrap_or_default().split(", ");
    let mut outcomes = counts.filter_map(|count| count.split(' ').nth(1));
    let is_none = |outcome: &str| outcome == "deselected" || outcome.starts_with("warning");
    text.starts_with("no tests ran in ") || (is_verdict(text) && outcomes.all(is_none))
}

/// Lines of the summary that tell of no failure.
fn is_summary_line(text: &str) -> bool {
    const WORDS: [&str; 6] = ["PASSED", "SKIPPED", "XFAIL", "XPASS", "RERUN", "SUB"];
    WORDS.iter().any(|word| text.starts_with(word))
}

/// `--tb=line`: `/home/dev/project/tests/test_a.py:24: assert 6 == 7`.
fn line_style(text: &str) -> Option<(Place<'_>, &str)> {
    let place = Place::parse(text)?;
    let message = place
        .message()
        .filter(|message| !message.is_empty() && !message.starts_with("in "))?;
    (place.file.ends_with(".py") && place.column.is_none()).then_some((place, message))
}

/// Below the announcement: places, their source, and the error.
fn belongs_to_conftest(text: &str) -> bool {
    let entry = |place: Place<'_>| place.column.is_none() && place.rest.starts_with(": ");
    text.starts_with("    ") || text.starts_with("E ") || Place::parse(text).is_some_and(entry)
}

/// pytest's message when it was called wrongly.
fn usage_error(text: &str) -> Option<&str> {
    // As it was started.
    let called = [
        "pytest: error: ",
        "__main__.py: error: ",
        "python -m pytest: error: ",
    ];
    let argument = called.iter().find_map(|program| text.strip_prefix(program));
    let named = text.strip_prefix("ERROR: ");
    let faults = [
        "file or directory not found: ",
        "not found: ",
        "Unknown config option: ",
    ];
    let fault = named.filter(|text| faults.iter().any(|fault| text.starts_with(fault)));
    argument.or(fault)
}
