//! AVA: its list of failed tests, and what it says of files that could not be loaded.

use unbreak_core::{
    Diagnostic, ErrorType, Frame, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use super::thrown::{Thrown, split_header};
use crate::described;
use crate::format::{Format, locate, stack};

register_parser!(Format::of(&described::AVA).state::<State>());

/// All that AVA prints stands so far from the margin.
const INDENTATION: &str = "  ";
/// So many empty lines follow a test in the list.
const BETWEEN_TESTS: usize = 3;
/// Before and after the list. AVA 1 and 2 print the numbers of tests before it.
const RULE: &str = "  ─";
/// Lines of a value, or of a difference, that go into one line with their heading.
const SHORT_VALUE: usize = 2;
/// AVA's own entries of a stack.
const OWN: &str = "node_modules/ava/";

#[derive(Default)]
struct State {
    list: List,
    /// Titles to come of tests that are meant to fail: AVA 1 and 2 begin the list with them.
    known: usize,
    /// Empty lines since the last line.
    empty: usize,
    open: Option<Failure>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum List {
    #[default]
    Before,
    /// After the rule, and up to the next one.
    Ruled,
    /// After the numbers.
    Counted,
    After,
}

/// A failed test, or a file that could not be loaded.
#[derive(Default)]
struct Failure {
    title: Option<String>,
    file: Option<String>,
    place: Option<Location>,
    /// Source may be quoted here.
    quoted: Option<Quoted>,
    /// The class of a value that is being listed: `TypeError {`.
    listed: Option<String>,
    /// Something was thrown that is no assertion.
    is_thrown: bool,
    said: Vec<String>,
    /// Innermost first.
    frames: Vec<Frame>,
}

#[derive(Clone, Copy)]
enum Quoted {
    /// Directly below the place, as Node does it: one line, and its mark.
    ByNode,
    /// After an empty line, with numbers.
    Numbered,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = line.text;
        if text.trim().is_empty() {
            return self.empty(sink);
        }
        self.empty = 0;
        if let Some(failure) = Failure::to_load(text) {
            self.close(sink);
            self.open = Some(failure);
            return Step::More;
        }
        if let Some(diagnostic) = no_tests(text) {
            self.close(sink);
            sink.emit(diagnostic);
            return Step::More;
        }
        if text.trim_end() == RULE {
            self.close(sink);
            self.list = match self.list {
                List::Ruled => List::After,
                List::Before | List::Counted | List::After => List::Ruled,
            };
            return Step::More;
        }
        if let Some((count, what)) = counted(text) {
            self.close(sink);
            self.list = match self.list {
                List::Before | List::Counted => List::Counted,
                List::Ruled | List::After => List::After,
            };
            if self.list == List::Counted && what.starts_with("known ") {
                self.known = count;
            }
            return Step::More;
        }
        let own = text
            .strip_prefix(INDENTATION)
            .filter(|own| !own.starts_with(['✔', '✘', '✖']));
        let is_listing = self.is_listing();
        match (own, &mut self.open) {
            (Some(own), Some(failure)) => {
                failure.take(own.trim_end());
                Step::More
            }
            (Some(own), None) if is_listing && !own.starts_with(' ') => {
                if self.known > 0 {
                    self.known -= 1;
                } else {
                    self.open = Some(Failure::of_test(own.trim_end()));
                }
                Step::More
            }
            _ => {
                self.close(sink);
                self.list = List::Before;
                Step::Pass
            }
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        *self = Self::default();
    }
}

impl State {
    fn is_listing(&self) -> bool {
        matches!(self.list, List::Ruled | List::Counted)
    }

    fn empty(&mut self, sink: &mut Sink) -> Step {
        self.empty += 1;
        if let Some(failure) = &mut self.open {
            failure.quoted = failure.quoted.map(|_| Quoted::Numbered);
            if self.empty == BETWEEN_TESTS {
                self.close(sink);
            }
            return Step::More;
        }
        if self.is_listing() {
            Step::Maybe
        } else {
            Step::Pass
        }
    }

    fn close(&mut self, sink: &mut Sink) {
        if let Some(diagnostic) = self.open.take().and_then(Failure::into_diagnostic) {
            sink.emit(diagnostic);
        }
    }
}

/// `  2 tests failed`, `  1 known failure`, `  1 uncaught exception`.
fn counted(text: &str) -> Option<(usize, &str)> {
    const ENDS: [&str; 4] = [" failed", " failure", " exception", " rejection"];
    let (count, what) = text.strip_prefix(INDENTATION)?.split_once(' ')?;
    let singular = what.trim_end().trim_end_matches('s');
    let is_count = ENDS.iter().any(|end| singular.ends_with(end)) && what.split(' ').count() == 2;
    is_count.then_some((count.parse().ok()?, what))
}

/// `  ✘ No tests found in shop.js, make sure to import "ava" at the top of your test file`.
fn no_tests(text: &str) -> Option<Diagnostic> {
    let message = text
        .strip_prefix(INDENTATION)?
        .trim_start_matches(['✘', '✖', ' ']);
    let file = message
        .strip_prefix("No tests found in ")
        .map(|found| found.split(", ").next().unwrap_or(found));
    let is_ours = file.is_some() || message.starts_with("Couldn’t find any files to test");
    let diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message.trim_end());
    is_ours.then(|| match file {
        Some(file) => diagnostic.at(Location::file(file)),
        None => diagnostic,
    })
}

impl Failure {
    fn of_test(title: &str) -> Self {
        Self {
            title: Some(title.to_owned()),
            ..Self::default()
        }
    }

    /// `  Uncaught exception in test/shop.js`.
    fn to_load(text: &str) -> Option<Self> {
        const HEADINGS: [&str; 2] = ["Uncaught exception in ", "Unhandled rejection in "];
        let own = text.strip_prefix(INDENTATION)?;
        let file = match own.trim_end() {
            "✖ Internal error" | "✘ Internal error" => None,
            heading => Some(HEADINGS.iter().find_map(|start| heading.strip_prefix(start))?),
        };
        Some(Self {
            file: file.map(str::to_owned),
            is_thrown: true,
            ..Self::default()
        })
    }

    /// Takes a line, without the indentation of all lines.
    fn take(&mut self, line: &str) {
        if let Some(class) = &self.listed {
            if let Some(message) = line.strip_prefix("  message: ") {
                self.said.push(format!("{class}: {}", unquoted(message)));
            } else if line == "}" {
                if self.said.is_empty() {
                    self.said.push(format!("{class} was thrown"));
                }
                self.listed = None;
            }
            return;
        }
        if self.said.is_empty() && self.place.is_none() {
            self.place = place(line);
            if self.place.is_some() {
                self.quoted = Some(Quoted::ByNode);
                return;
            }
        }
        match self.quoted {
            Some(Quoted::ByNode) => {
                self.quoted = self.quoted.filter(|_| !is_mark(line));
                return;
            }
            Some(Quoted::Numbered) if is_numbered(line) => return,
            Some(Quoted::Numbered) | None => self.quoted = None,
        }
        if line.starts_with("Error thrown in test") || line.starts_with("Rejected promise returned by test") {
            self.is_thrown = true;
        } else if self.is_thrown
            && self.said.is_empty()
            && let Some(class) = line.strip_suffix(" {")
        {
            self.listed = Some(class.to_owned());
        } else if let Some(frame) = self.frame(line) {
            self.frames.extend(
                frame.filter(|frame| !frame.location.file.as_deref().unwrap_or_default().contains(OWN)),
            );
        } else if self.frames.is_empty() && !self.is_repeated(line) {
            self.said.push(line.to_owned());
        }
    }

    /// What was thrown may be printed twice; a difference may have equal lines.
    fn is_repeated(&self, line: &str) -> bool {
        self.is_thrown && self.said.iter().any(|said| said == line)
    }

    /// An entry of the stack: `› total (shop.js:3:5)`, `    at file:///shop.mjs:3:5`; AVA 1 and 2 print `shop.js:3:5`.
    /// An entry without a place is one, too.
    fn frame(&self, line: &str) -> Option<Option<Frame>> {
        if line.starts_with("    at ") {
            return Some(stack::frame(line));
        }
        match line.strip_prefix("› ") {
            Some(entry) => Some(called(entry)),
            None if self.is_thrown && !self.said.is_empty() => called(line).map(Some),
            None => None,
        }
    }

    /// Puts what follows a heading into its line, if it is short: `Value is not `true`:` and `false`.
    fn join_short_value(&mut self) {
        let Some(at) = self.said.iter().rposition(|line| line.ends_with(':')) else {
            return;
        };
        if self.said.len() <= at + 1 + SHORT_VALUE {
            let joined = self.said.split_off(at).join(" ");
            self.said.push(joined);
        }
    }

    /// `None` if nothing was said, or if it is the text of something else: an assertion has a place.
    fn into_diagnostic(mut self) -> Option<Diagnostic> {
        let first = self.said.first()?;
        let is_thrown = self.is_thrown || split_header(first).0.is_some();
        if !is_thrown && self.place.is_none() && self.frames.is_empty() {
            return None;
        }
        if !is_thrown {
            self.join_short_value();
        }
        let mut thrown = Thrown::default();
        self.said.iter().for_each(|line| thrown.push(line));
        for frame in self.frames {
            thrown.push_frame(Some(frame));
        }
        let mut diagnostic = thrown.into_diagnostic();
        diagnostic.test = self.title;
        if !is_thrown {
            diagnostic.error_type = ErrorType::Assertion;
            diagnostic.severity = Severity::Error;
            if let Some(mut place) = self.place {
                // The innermost entry may be in a helper that asserts.
                let is_here = |frame: &&Frame| frame.location.line == place.line;
                place.column = diagnostic
                    .frames
                    .iter()
                    .rfind(is_here)
                    .and_then(|frame| frame.location.column);
                diagnostic.location = place;
            }
        } else if diagnostic.location.file.is_none() {
            let place = self.place.or_else(|| self.file.map(Location::file));
            diagnostic.location = place.unwrap_or_default();
        }
        Some(diagnostic)
    }
}

/// `test/shop.js:5`, `file:///home/dev/shop.mjs:5`.
fn place(line: &str) -> Option<Location> {
    whole(line).filter(|location| location.line.is_some() && location.column.is_none())
}

/// The place that a text consists of.
fn whole(text: &str) -> Option<Location> {
    let path = text.strip_prefix("file://").unwrap_or(text);
    let placed = locate::at_start(path).filter(|placed| placed.rest.is_empty())?;
    Some(placed.location())
}

/// `total (file://shop.mjs:3:5)`, `file://shop.mjs:3:5`.
fn called(entry: &str) -> Option<Frame> {
    let (function, place) = match entry.strip_suffix(')').and_then(|entry| entry.rsplit_once(" (")) {
        Some((function, place)) => (Some(function.to_owned()), place),
        None => (None, entry),
    };
    let location = whole(place).filter(|location| location.column.is_some())?;
    Some(Frame::new(location, function))
}

/// ` 3:   t.is(1 + 1, 3);`.
fn is_numbered(line: &str) -> bool {
    let number = line.trim_start().split(':').next().unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// `     ^^^^`.
fn is_mark(line: &str) -> bool {
    line.trim_start().bytes().all(|byte| byte == b'^')
}

/// The value of a string as AVA lists it.
fn unquoted(value: &str) -> String {
    let value = value.trim_end_matches(',');
    let quote = value
        .chars()
        .next()
        .filter(|first| matches!(first, '\'' | '`' | '"'));
    let Some(quote) = quote else {
        return value.to_owned();
    };
    let inner = &value[quote.len_utf8()..];
    // A message of several lines ends further below.
    let inner = inner.strip_suffix(quote).unwrap_or(inner).trim_end_matches('␊');
    inner.replace(&format!("\\{quote}"), &quote.to_string())
}
