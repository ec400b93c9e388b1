//! The test harness that comes with rustc: unit, integration and documentation tests.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::{Diagnostic, Document, Line, OutputRange, ParserState, Sink, Step, register_parser};

use super::panic_reader::PanicReader;
use super::test_output::TestOutput;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::LIBTEST).state::<State>());

/// Names kept of failed tests whose reason is not known yet.
const NAMES: usize = 10_000;

#[derive(Default)]
struct State {
    /// Between `running 3 tests` and `test result: `.
    running: bool,
    /// Failed tests without a report, and where the harness named them.
    failed: BTreeMap<String, OutputRange>,
    /// Reported since the last result.
    reported: BTreeSet<String>,
    /// Panics that were printed as they happened; a test may have been expected to panic.
    panicked: Vec<(String, Diagnostic)>,
    at: Place,
}

/// The position in the output.
#[derive(Default)]
enum Place {
    #[default]
    Between,
    /// In the output of a test, below its header.
    Output(TestOutput),
    /// In a panic that was printed as it happened.
    Panic(TestOutput),
    /// In the list of names after `failures:`.
    Names,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(step) = self.landmark(line, sink) {
            return step;
        }
        match &mut self.at {
            Place::Between => self.panic(line),
            Place::Output(output) => {
                output.line(line);
                if output.knows_last() {
                    Step::More
                } else {
                    Step::Maybe
                }
            }
            Place::Panic(output) => {
                let belongs = output.line(line);
                if belongs {
                    return Step::More;
                }
                self.leave(sink);
                Step::Pass
            }
            Place::Names => self.name(line),
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, range } = document else {
            return false;
        };
        if value["type"] != "test" || value["event"] != "failed" {
            return false;
        }
        let Some(name) = value["name"].as_str() else {
            return false;
        };
        // nextest puts the binary before the test.
        let name = name.split_once('$').map_or(name, |(_, name)| name);
        let mut output = TestOutput::of(name, *range);
        let text = value["stdout"].as_str().unwrap_or_default();
        for line in text.lines() {
            output.text(line);
        }
        sink.emit(output.finish());
        true
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.leave(sink);
        for (_, panic) in self.panicked.drain(..) {
            sink.emit(panic);
        }
        for (name, range) in std::mem::take(&mut self.failed) {
            sink.emit(TestOutput::of(&name, range).finish());
        }
        self.reported.clear();
        self.running = false;
    }
}

impl State {
    /// The lines that the harness itself prints.
    fn landmark(&mut self, line: &Line<'_>, sink: &mut Sink) -> Option<Step> {
        let text = line.text;
        if let Some(name) = header(text) {
            self.leave(sink);
            self.at = Place::Output(TestOutput::of(name, line.range));
            return Some(Step::More);
        }
        if let Some(name) = failed(text) {
            self.leave(sink);
            self.fail(name, line.range);
            return Some(Step::Done);
        }
        if text == "failures:" {
            self.leave(sink);
            self.at = Place::Names;
            return Some(Step::More);
        }
        if let Some(name) = expected_to_panic(text) {
            self.leave(sink);
            self.panicked.retain(|(panicked, _)| panicked != name);
            return Some(Step::Done);
        }
        if let Some(result) = text.strip_prefix("test result: ") {
            self.leave(sink);
            if result.starts_with("ok") {
                self.panicked.clear();
            }
            self.finish(sink);
            return Some(Step::Done);
        }
        if is_start(text) {
            self.finish(sink);
            self.running = true;
            return Some(Step::Done);
        }
        None
    }

    /// A panic in a test whose output is not captured.
    fn panic(&mut self, line: &Line<'_>) -> Step {
        let reader = PanicReader::begin(line.text).filter(|_| self.running);
        let Some(reader) = reader.filter(|reader| reader.thread() != "main") else {
            return Step::Pass;
        };
        let mut output = TestOutput::of(reader.thread(), line.range);
        output.line(line);
        self.at = Place::Panic(output);
        Step::More
    }

    fn name(&mut self, line: &Line<'_>) -> Step {
        match line.text.strip_prefix("    ") {
            Some(name) => {
                self.fail(name, line.range);
                Step::More
            }
            None => {
                self.at = Place::Between;
                Step::Pass
            }
        }
    }

    fn fail(&mut self, name: &str, range: OutputRange) {
        if !self.reported.contains(name) && self.failed.len() < NAMES {
            self.failed.insert(name.to_owned(), range);
        }
    }

    /// Reports the test whose output or panic ends here.
    fn leave(&mut self, sink: &mut Sink) {
        let (output, is_certain) = match std::mem::take(&mut self.at) {
            Place::Output(output) => (output, true),
            Place::Panic(output) => (output, self.panicked.len() == NAMES),
            Place::Between | Place::Names => return,
        };
        self.failed.remove(output.name());
        if self.reported.len() < NAMES {
            self.reported.insert(output.name().to_owned());
        }
        if is_certain {
            sink.emit(output.finish());
        } else {
            self.panicked.push((output.name().to_owned(), output.finish()));
        }
    }
}

/// `test tests::refuses - should panic ... ok`.
fn expected_to_panic(text: &str) -> Option<&str> {
    text.strip_prefix("test ")?.strip_suffix(" - should panic ... ok")
}

/// `running 3 tests`.
fn is_start(text: &str) -> bool {
    let count = text
        .strip_prefix("running ")
        .and_then(|text| text.split_once(" test"));
    count.is_some_and(|(count, rest)| count.parse::<u32>().is_ok() && matches!(rest, "" | "s"))
}

/// `---- tests::adds stdout ----`.
fn header(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("---- ")?.strip_suffix(" ----")?;
    inner
        .strip_suffix(" stdout")
        .or_else(|| inner.strip_suffix(" stderr"))
}

/// `test tests::adds ... FAILED`, `test tests::panics - should panic ... FAILED`.
fn failed(text: &str) -> Option<&str> {
    let name = text.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
    Some(name.strip_suffix(" - should panic").unwrap_or(name))
}
