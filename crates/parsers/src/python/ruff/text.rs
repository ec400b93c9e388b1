//! ruff's findings as text.

use unbreak_core::{Diagnostic, Line, Location, OutputRange};

use crate::place::Place;
use crate::python::frame::SourceFrame;
use crate::python::lint::{self, split_code};

/// Words in the place of a rule's code.
const WORDS: [&str; 4] = ["invalid-syntax", "unformatted", "io-error", "SyntaxError"];

/// A finding whose source and fix may follow.
pub(super) struct Finding {
    diagnostic: Diagnostic,
    frame: SourceFrame,
    /// The fix below the `help:` line, a diff with its own numbers and marks.
    helped: bool,
}

/// `shop.py:1:8: F401 [*] message`, alone in `concise`, above its source in `full` until 0.9.
pub(super) fn concise(line: &Line<'_>) -> Option<Finding> {
    let place = Place::parse(line.text)?;
    let text = place.message().filter(|_| place.column.is_some())?;
    let (code, message) = split_headline(text)?;
    // flake8 has the same shape, but prints directories as `./` and messages in lower case; pylama ends
    // with the name of the checker.
    let own_words = WORDS.contains(&code) || message.starts_with(['[', '`']);
    let says_so = own_words || message.starts_with(char::is_uppercase) || text.contains('`');
    if place.file.starts_with("./") || line.text.ends_with(']') || !says_so {
        return None;
    }
    Some(Finding::new(
        finding(code, message).at(place.location()),
        line.range,
    ))
}

/// `F401 [*] message` and ` --> shop.py:1:8` below it (from 0.10 on).
pub(super) fn full(line: &Line<'_>) -> Option<Finding> {
    let place = line.text.trim_start().strip_prefix("--> ")?;
    let place = Place::parse(place)?;
    Some(Finding::new(
        headline(line.back(1)?)?.at(place.location()),
        line.range,
    ))
}

/// `Would reformat: shop.py` (until 0.12), `error: Failed to parse broken.py:1:7: message`.
pub(super) fn unformatted(line: &str) -> Option<Diagnostic> {
    if let Some(file) = line.strip_prefix("Would reformat: ") {
        let diagnostic = lint::diagnostic("unformatted", "would reformat");
        return Some(diagnostic.at(Location::file(file)));
    }
    let place = Place::parse(line.strip_prefix("error: Failed to parse ")?)?;
    Some(lint::diagnostic("invalid-syntax", place.message()?).at(place.location()))
}

/// `shop.py:` above grouped findings.
pub(super) fn group_heading(line: &str) -> Option<&str> {
    let file = line.strip_suffix(':')?;
    let is_file = [".py", ".pyi", ".ipynb"]
        .iter()
        .any(|ending| file.ends_with(ending));
    (is_file && !file.starts_with(char::is_whitespace)).then_some(file)
}

/// `  1:8  F401 [*] message` below a heading.
pub(super) fn grouped(file: &str, line: &str) -> Option<Diagnostic> {
    let (place, text) = line.strip_prefix(' ')?.trim_start().split_once(' ')?;
    let (row, column) = place.split_once(':')?;
    let location = Location::column(file, row.parse().ok()?, column.parse().ok()?);
    Some(headline(text.trim_start())?.at(location))
}

/// `::error title=ruff (F401),file=...,line=1,col=8,endLine=1,endColumn=10::shop.py:1:8: F401 message`.
pub(super) fn annotation(line: &str) -> Option<Diagnostic> {
    let (properties, text) = line.strip_prefix("::error ")?.split_once("::")?;
    let property = |name: &str| {
        properties
            .split(',')
            .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    };
    let number = |name| property(name)?.parse::<u32>().ok();
    let (_, headed) = text.split_once(": ")?;
    let (headed, help) = headed.split_once("%0A").unwrap_or((headed, ""));
    let mut diagnostic = headline(headed)?;
    diagnostic.advice = help.trim().strip_prefix("help: ").map(str::to_owned);
    diagnostic.location = Location {
        file: property("file").map(str::to_owned),
        line: number("line"),
        // A range of several lines has no columns: GitHub takes none for it.
        column: number("col").or(Place::parse(text)?.column),
        end_line: number("endLine"),
        end_column: number("endColumn"),
    };
    Some(diagnostic)
}

fn headline(text: &str) -> Option<Diagnostic> {
    split_headline(text).map(|(code, message)| finding(code, message))
}

/// `F401 [*] message`, `invalid-syntax: message`. A colon after a rule's code is pylint's.
fn split_headline(text: &str) -> Option<(&str, &str)> {
    let word = WORDS
        .iter()
        .find_map(|word| Some((*word, text.strip_prefix(word)?.strip_prefix(": ")?)));
    word.or_else(|| split_code(text).filter(|(code, _)| !text[code.len()..].starts_with(':')))
}

fn finding(code: &str, message: &str) -> Diagnostic {
    let code = if code == "SyntaxError" {
        "invalid-syntax"
    } else {
        code
    };
    let message = message.strip_prefix("[*] ").unwrap_or(message);
    lint::diagnostic(code, message)
}

impl Finding {
    fn new(mut diagnostic: Diagnostic, range: OutputRange) -> Self {
        diagnostic.output = range;
        Self {
            diagnostic,
            frame: SourceFrame::default(),
            helped: false,
        }
    }

    /// Looks at the next line; `false` when it belongs to something else.
    pub(super) fn line(&mut self, line: &Line<'_>) -> bool {
        let belongs = self.takes(line.text.trim_start());
        if belongs {
            self.diagnostic.output.end = line.range.end;
        }
        belongs
    }

    fn takes(&mut self, text: &str) -> bool {
        if let Some(help) = text
            .strip_prefix("= help: ")
            .or_else(|| text.strip_prefix("help: "))
        {
            self.diagnostic.advice = Some(help.to_owned());
            self.helped = true;
            return true;
        }
        let of_fix = text.starts_with("note: ") || (self.helped && is_diff(text));
        of_fix || self.frame.line(text, &mut self.diagnostic.location)
    }

    pub(super) fn into_diagnostic(self) -> Diagnostic {
        self.diagnostic
    }
}

/// A line of the fix: `  - old`, `3 + new`, `4 | same`.
fn is_diff(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    text.is_empty() || text.starts_with(['-', '+', '|'])
}
