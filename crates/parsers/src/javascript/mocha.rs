//! Mocha's list of failures, and its JSON.

use serde_json::Value;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use super::thrown::{self, Thrown};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::MOCHA).state::<State>());

const NO_FILES: &str = "Error: No test files found";

#[derive(Default)]
struct State {
    /// Below `N failing`.
    listing: bool,
    open: Option<Failure>,
}

#[derive(Default)]
struct Failure {
    titles: Vec<String>,
    /// The last title has come.
    titled: bool,
    thrown: Thrown,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if line.text.starts_with(NO_FILES) {
            self.finish(sink);
            let message = &line.text["Error: ".len()..];
            sink.emit(Diagnostic::new(ErrorType::Build, Severity::Error, message));
            return Step::Done;
        }
        if !self.listing {
            self.listing = is_heading(line.text);
            return if self.listing { Step::More } else { Step::Pass };
        }
        if let Some(title) = numbered(line.text) {
            self.close(sink);
            let mut failure = Failure::default();
            failure.title(title);
            self.open = Some(failure);
            return Step::More;
        }
        let step = match &mut self.open {
            Some(failure) => failure.take(line.text),
            None if line.text.trim().is_empty() => Step::More,
            None => Step::Pass,
        };
        if step == Step::Pass {
            self.finish(sink);
        }
        step
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let Some(failures) = value["failures"].as_array() else {
            return false;
        };
        let read: Vec<Diagnostic> = failures.iter().filter_map(failed).collect();
        let taken = !read.is_empty();
        read.into_iter().for_each(|failure| sink.emit(failure));
        taken
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.listing = false;
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) {
        if let Some(failure) = self.open.take()
            && !failure.thrown.is_empty()
        {
            let mut diagnostic = failure.thrown.into_diagnostic();
            diagnostic.test = Some(failure.titles.join(" "));
            sink.emit(diagnostic);
        }
    }
}

impl Failure {
    fn title(&mut self, text: &str) {
        let title = text.trim();
        self.titled = title.ends_with(':');
        self.titles
            .push(title.strip_suffix(':').unwrap_or(title).to_owned());
    }

    /// Takes a line, unless the list is over. Messages may begin at the margin, but nothing does after a
    /// stack, and no title.
    fn take(&mut self, line: &str) -> Step {
        let at_margin = !line.is_empty() && !line.starts_with(' ');
        if at_margin && (self.thrown.in_stack() || !self.titled) {
            return Step::Pass;
        }
        if !self.titled {
            self.title(line);
            return Step::More;
        }
        let is_first = self.thrown.is_empty();
        self.thrown.push(line);
        if is_first || thrown::is_frame(line) {
            Step::More
        } else {
            Step::Maybe
        }
    }
}

/// A test with its error.
fn failed(test: &Value) -> Option<Diagnostic> {
    let title = test["fullTitle"].as_str()?;
    let mut texts = ["stack", "message"].into_iter();
    let text = texts.find_map(|key| test["err"][key].as_str().filter(|text| !text.is_empty()))?;
    let mut diagnostic = Thrown::read(text).into_diagnostic();
    diagnostic.test = Some(title.to_owned());
    if diagnostic.location.file.is_none() {
        diagnostic.location = test["file"].as_str().map(Location::file).unwrap_or_default();
    }
    Some(diagnostic)
}

/// `  3 failing`.
fn is_heading(line: &str) -> bool {
    let number = line.strip_suffix(" failing").map(str::trim_start);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `  1) title`.
fn numbered(line: &str) -> Option<&str> {
    let (number, title) = line.strip_prefix("  ")?.split_once(") ")?;
    let number = number.trim_start();
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(title)
}
