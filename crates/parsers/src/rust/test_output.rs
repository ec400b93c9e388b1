//! The output of a failed test, and the line with the reason.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, OutputRange, Severity};

use super::finding::Finding;
use super::panic_reader::PanicReader;
use crate::format::locate;

/// The message for a test without a reason.
pub(super) const WORDLESS: &str = "the test failed";

/// The output of one test, line by line.
#[derive(Debug)]
pub(super) struct TestOutput {
    name: String,
    /// Its range in the output of the command.
    range: OutputRange,
    panic: Option<PanicReader>,
    finding: Option<Finding>,
    /// The first reason that was given.
    reason: Option<Diagnostic>,
    /// A weaker one: an error returned, a remark of the harness.
    remark: Option<Diagnostic>,
}

impl TestOutput {
    /// The output of the test `name`, which begins with the line at `range`.
    pub(super) fn of(name: &str, range: OutputRange) -> Self {
        Self {
            name: name.to_owned(),
            range,
            panic: None,
            finding: None,
            reason: None,
            remark: None,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Looks at a line; `true` when it belongs to a panic or an error that was being read.
    pub(super) fn line(&mut self, line: &Line<'_>) -> bool {
        self.range.end = line.range.end;
        self.text(line.text)
    }

    /// The same for a line that was quoted.
    pub(super) fn text(&mut self, line: &str) -> bool {
        if self.panic.as_mut().is_some_and(|panic| panic.line(line)) {
            return true;
        }
        if self.finding.as_mut().is_some_and(|finding| finding.line(line)) {
            return true;
        }
        self.end_block();
        if self.reason.is_none() {
            self.begin(line);
        }
        false
    }

    /// Returns whether the last line surely was of this test: it belongs to a panic.
    pub(super) fn knows_last(&self) -> bool {
        self.panic.as_ref().is_some_and(|panic| !panic.is_doubtful())
    }

    fn begin(&mut self, line: &str) {
        self.panic = PanicReader::begin(line);
        if self.panic.is_none() {
            self.finding = Finding::begin(line.trim_start());
        }
        if let Some(remark) = remark(line.trim_start()) {
            self.remark.get_or_insert(remark);
        }
    }

    /// Why the test failed.
    pub(super) fn finish(mut self) -> Diagnostic {
        self.end_block();
        let reason = self.reason.or(self.remark);
        let mut diagnostic = reason.unwrap_or_else(|| failure(WORDLESS, Location::default()));
        if diagnostic.location.file.is_none() {
            diagnostic.location = documentation(&self.name).unwrap_or_default();
        }
        diagnostic.test = Some(self.name);
        diagnostic.output = self.range;
        diagnostic
    }

    fn end_block(&mut self) {
        let panic = self.panic.take().map(PanicReader::finish);
        let finding = self.finding.take().filter(Finding::is_drawn).map(Finding::finish);
        let found = panic.or(finding.filter(Diagnostic::is_error));
        self.reason = self.reason.take().or(found);
    }
}

fn failure(message: &str, location: Location) -> Diagnostic {
    Diagnostic::new(ErrorType::Assertion, Severity::Error, message).at(location)
}

/// `note: test did not panic as expected at src/lib.rs:43:8`, `Error: ParseIntError { .. }`.
fn remark(line: &str) -> Option<Diagnostic> {
    if let Some(said) = line.strip_prefix("note: test did not panic as expected") {
        let place = said.strip_prefix(" at ").and_then(locate::at_start);
        let location = place.map(|placed| placed.location()).unwrap_or_default();
        return Some(failure("test did not panic as expected", location));
    }
    if let Some(said) = line.strip_prefix("note: panic did not contain expected string") {
        return Some(failure(
            &format!("panic did not contain expected string{said}"),
            Location::default(),
        ));
    }
    let error = line.strip_prefix("Error: ")?;
    Some(Diagnostic::new(
        ErrorType::Runtime,
        Severity::Error,
        error.trim_end(),
    ))
}

/// The place in the name of a test in documentation: `src/lib.rs - add (line 6)`.
fn documentation(name: &str) -> Option<Location> {
    let (file, rest) = name.split_once(" - ")?;
    let (_, line) = rest.rsplit_once("(line ")?;
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    file.ends_with(".rs")
        .then(|| Location::line(file, line[..digits].parse().unwrap_or(1)))
}
