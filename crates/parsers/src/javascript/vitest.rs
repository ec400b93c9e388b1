//! Vitest's text.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use super::thrown::Thrown;
use crate::described;
use crate::format::{Format, stack};

register_parser!(Format::of(&described::VITEST).state::<State>());

const HEADER: &str = " FAIL  ";
const NO_FILES: &str = "No test files found, exiting with code 1";

/// The headings of errors that no test caught.
const UNHANDLED: [&str; 3] = [
    " Unhandled Rejection ",
    " Uncaught Exception ",
    " Unhandled Error ",
];
/// The sentence below such an error.
const ORIGIN: &str = "This error originated in \"";

#[derive(Default)]
struct State {
    open: Option<Open>,
}

struct Open {
    /// The file and the titles that lead to the test; several when they failed with the same error, none for
    /// an error that no test caught.
    headers: Vec<String>,
    thrown: Thrown,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let header = line.text.strip_prefix(HEADER);
        let Some(open) = &mut self.open else {
            return self.begin(line.text, header, sink);
        };
        match header {
            Some(header) if open.thrown.is_empty() => open.headers.push(header.to_owned()),
            Some(_) => {
                self.finish(sink);
                return Step::Pass;
            }
            None if open.headers.is_empty() && line.text.starts_with(ORIGIN) => {
                let file = line.text[ORIGIN.len()..].split('"').next();
                open.headers.extend(file.map(str::to_owned));
                self.finish(sink);
                return Step::Done;
            }
            None if is_ruler(line.text) => {
                self.finish(sink);
                return Step::Done;
            }
            None if !open.push(line.text) => return Step::Maybe,
            None => {}
        }
        Step::More
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take()
            && !open.thrown.is_empty()
        {
            open.emit(sink);
        }
    }
}

impl State {
    fn begin(&mut self, text: &str, header: Option<&str>, sink: &mut Sink) -> Step {
        if text.trim_start().starts_with(NO_FILES) {
            sink.emit(Diagnostic::new(
                ErrorType::Build,
                Severity::Error,
                "no test files found",
            ));
            return Step::Done;
        }
        let header = header.filter(|header| names_more_than_a_file(header) && !is_count(header));
        let is_unhandled = is_ruler(text) && UNHANDLED.iter().any(|heading| text.contains(heading));
        if header.is_none() && !is_unhandled {
            return Step::Pass;
        }
        self.open = Some(Open {
            headers: header.into_iter().map(str::to_owned).collect(),
            thrown: Thrown::default(),
        });
        Step::More
    }
}

/// `FILE > TITLE`, `FILE [ FILE ]`: Jest's heading, which has the blanks of this one in colours, is a file alone.
fn names_more_than_a_file(header: &str) -> bool {
    header.contains(" > ") || header.contains(" [ ")
}

/// `FILE 2 failed of 2 129ms`: node-tap counts, and lists elsewhere.
fn is_count(header: &str) -> bool {
    let counted = header.split_once(" failed of ").map(|(before, _)| before);
    counted.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
}

impl Open {
    /// Takes a line; `false` when it may be the output of another program.
    fn push(&mut self, text: &str) -> bool {
        if text.trim_start().starts_with("❯ ") {
            self.thrown.push_frame(stack::frame(text));
            return true;
        }
        let is_first = self.thrown.is_empty();
        self.thrown.push(text);
        is_first
    }

    fn emit(self, sink: &mut Sink) {
        let mut diagnostic = self.thrown.into_diagnostic();
        // A thrown value that is not an error has no class.
        if let Some(thrown) = diagnostic.message.strip_prefix("Unknown Error: ") {
            diagnostic.message = thrown.to_owned();
        }
        if self.headers.is_empty() {
            sink.emit(diagnostic);
            return;
        }
        for header in self.headers {
            let (file, test) = split_header(&header);
            let mut diagnostic = diagnostic.clone();
            diagnostic.test = test;
            let foreign = |file: &str| file.contains("node_modules");
            if diagnostic.file().is_none_or(foreign) {
                diagnostic.location = Location::file(file);
            }
            sink.emit(diagnostic);
        }
    }
}

/// `FILE > SUITE > TEST`, `|project| FILE > ...`, `FILE [ FILE ]`.
fn split_header(header: &str) -> (&str, Option<String>) {
    let header = match header.strip_prefix('|').and_then(|rest| rest.split_once("| ")) {
        Some((_, header)) => header,
        None => header,
    };
    match header.split_once(" > ") {
        Some((file, titles)) => (file.trim(), Some(titles.replace(" > ", " "))),
        None => (header.split(" [ ").next().unwrap_or(header).trim(), None),
    }
}

fn is_ruler(line: &str) -> bool {
    line.starts_with("⎯⎯⎯")
}
