//! Playwright Test.

mod json;

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, OutputRange, ParserState, Severity, Sink, Step,
    register_parser,
};

use super::thrown::{self, Thrown};
use crate::described;
use crate::format::{Format, locate, marks};

register_parser!(Format::of(&described::PLAYWRIGHT).state::<State>());

const NO_TESTS: &str = "Error: No tests found";

/// `  1) [project] › FILE:3:3 › suite › test ─────`.
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^  +\d+\) (?:\[[^\]]+\] › )?((?:[A-Za-z]:)?[^:]+:\d+:\d+) › (.+?)(?: [─=]+)?\s*$")
});

/// Errors kept of one test.
const ERRORS: usize = 50;

#[derive(Default)]
struct State {
    open: Option<Open>,
}

/// A test whose lines are still coming.
struct Open {
    place: Location,
    test: String,
    /// The errors; the last one may be unfinished.
    errors: Vec<Thrown>,
    /// Whether the rest repeats known errors: a retry, or the list of files that were written.
    over: bool,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(open) = &mut self.open {
            let belongs = line.text.is_empty() || line.text.starts_with("    ");
            if belongs {
                open.push(line.text);
                open.range.end = line.range.end;
                return Step::More;
            }
            self.finish(sink);
            return Step::Pass;
        }
        if let Some(reason) = line
            .text
            .strip_prefix("Error: ")
            .filter(|_| line.text.starts_with(NO_TESTS))
        {
            sink.emit(Diagnostic::new(ErrorType::Runtime, Severity::Error, reason));
            return Step::Done;
        }
        self.open = Open::begin(line);
        self.open.as_ref().map_or(Step::Pass, |_| Step::More)
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        match document {
            Document::Json { value, .. } => json::read(value, sink),
            _ => false,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take() {
            open.emit(sink);
        }
    }
}

impl Open {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let found = HEADING.captures(line.text)?;
        Some(Self {
            place: locate::at_start(found.get(1)?.as_str())?.location(),
            test: found[2].replace(" › ", " "),
            errors: Vec::new(),
            over: false,
            range: line.range,
        })
    }

    fn push(&mut self, text: &str) {
        self.over |= is_aftermath(text.trim_start());
        if self.over || is_heading_of_source(text) {
            return;
        }
        let ended = self.errors.last().is_none_or(Thrown::in_stack);
        let begins = !text.trim().is_empty() && !thrown::is_frame(text) && !marks::is_gutter(text);
        if ended && begins && self.errors.len() < ERRORS {
            self.errors.push(Thrown::default());
        }
        if let Some(error) = self.errors.last_mut() {
            error.push(text);
        }
    }

    fn emit(self, sink: &mut Sink) {
        for error in self.errors {
            let mut diagnostic = error.into_diagnostic();
            if diagnostic.location.file.is_none() {
                diagnostic.location = self.place.clone();
            }
            diagnostic.test = Some(self.test.clone());
            diagnostic.output = self.range;
            sink.emit(diagnostic);
        }
    }
}

/// Returns whether a line belongs to Playwright's list below the errors.
fn is_aftermath(text: &str) -> bool {
    ["Retry #", "Error Context: ", "attachment #", "─────"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// `       at src/cart.js:3`, above the quoted source of another file: the stack says it better.
fn is_heading_of_source(text: &str) -> bool {
    let place = text.strip_prefix("       at ").and_then(locate::at_start);
    place.is_some_and(|placed| placed.rest.is_empty() && placed.span.column.is_none())
}
