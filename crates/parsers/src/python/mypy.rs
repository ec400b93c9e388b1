//! mypy: text in all its widths, and JSON.

use serde_json::Value;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, Note, OutputRange, ParserState, Severity, Sink, Step,
    register_parser,
};

use crate::described;
use crate::format::Format;
use crate::place::Place;
use crate::text;

register_parser!(Format::of(&described::MYPY).state::<State>());

/// The beginnings of the notes of `--show-error-context`: they give the place of the next errors,
/// not an error.
const CONTEXTS: [&str; 6] = [
    "In module imported",
    "In function",
    "In class",
    "In member",
    "At top level",
    "... from here",
];

/// The end of the note with the place of a called function.
const DEFINED_HERE: &str = " defined here";

#[derive(Default)]
struct State {
    open: Option<Open>,
    /// `"price" defined here`: printed before the errors about it.
    defined: Vec<Note>,
}

/// The number of those that are remembered.
const DEFINITIONS: usize = 100;

/// An error to which notes, the rest of a wrapped message, or its source may follow.
struct Open {
    diagnostic: Diagnostic,
    /// Its source line was printed last; marks may follow.
    shown: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let message = Message::parse(line.text);
        let message = match &mut self.open {
            Some(open) => match open.take(line, message) {
                Taken::Yes => return Step::More,
                Taken::No(message) => message,
            },
            None => message,
        };
        // The next error needs no new offer: in a log full of them that would be half of the work.
        self.finish(sink);
        message.map_or(Step::Pass, |message| self.begin(message, line.range))
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let found = match document {
            Document::Json { value, .. } => json_error(value),
            _ => None,
        };
        found.map(|diagnostic| sink.emit(diagnostic)).is_some()
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take() {
            sink.emit(open.diagnostic);
        }
    }
}

impl State {
    fn begin(&mut self, message: Message<'_>, range: OutputRange) -> Step {
        if message.is_context() {
            return Step::Done;
        }
        if message.defined_name().is_some() {
            self.remember(message);
            return Step::Done;
        }
        let mut diagnostic = message.into_diagnostic();
        let about = self.defined.iter().filter(|note| {
            let name = note.message.strip_suffix(DEFINED_HERE);
            name.is_some_and(|name| diagnostic.message.contains(name))
        });
        diagnostic.notes = about.cloned().collect();
        diagnostic.output = range;
        self.open = Some(Open {
            diagnostic,
            shown: false,
        });
        Step::More
    }

    fn remember(&mut self, message: Message<'_>) {
        if self.defined.len() < DEFINITIONS {
            self.defined.push(message.into_note());
        }
    }
}

/// Whether a line belongs to the error before it; otherwise the message it holds is given back.
enum Taken<'a> {
    Yes,
    No(Option<Message<'a>>),
}

impl Open {
    /// Looks at the next line, which may hold a message of its own.
    fn take<'a>(&mut self, line: &Line<'_>, message: Option<Message<'a>>) -> Taken<'a> {
        let belongs = match message {
            Some(message) if self.is_note(&message) => {
                self.diagnostic.notes.push(message.into_note());
                true
            }
            Some(message) => return Taken::No(Some(message)),
            None => match line.text.strip_prefix("    ") {
                Some(source) => self.source(source),
                None => self.continue_message(line.text),
            },
        };
        if !belongs {
            return Taken::No(None);
        }
        self.diagnostic.output.end = line.range.end;
        Taken::Yes
    }

    /// A note on the same line belongs to the error.
    fn is_note(&self, message: &Message<'_>) -> bool {
        let place = &self.diagnostic.location;
        let same_place = place.file == message.location.file && place.line == message.location.line;
        message.severity == Severity::Info && same_place && !message.is_context()
    }

    /// `--pretty` prints the source after four spaces, and below it `^~~~`.
    fn source(&mut self, source: &str) -> bool {
        let marks = source.trim();
        if !marks.starts_with('^') || !marks[1..].bytes().all(|byte| byte == b'~') {
            let first = !self.shown;
            self.shown = true;
            return first;
        }
        let place = &mut self.diagnostic.location;
        if self.shown && place.column.is_none() {
            let column = |count: usize| u32::try_from(count + 1).ok();
            let blanks = source.len() - source.trim_start().len();
            place.column = column(blanks);
            // A lone mark says where, not how long.
            if marks.len() > 1 {
                place.end_line = place.line;
                place.end_column = column(blanks + marks.len());
            }
        }
        true
    }

    /// `--pretty` wraps long messages; the last line ends with the code.
    fn continue_message(&mut self, text: &str) -> bool {
        let wrapped = self.diagnostic.code.is_none() && !self.shown;
        let Some((rest, code)) = split_code(text).filter(|_| wrapped) else {
            return false;
        };
        let message = format!("{} {rest}", self.diagnostic.message.trim_end());
        message.trim_end().clone_into(&mut self.diagnostic.message);
        classify(&mut self.diagnostic, Some(code));
        true
    }
}

/// A line of mypy's, taken apart.
struct Message<'a> {
    location: Location,
    severity: Severity,
    text: &'a str,
    code: Option<&'a str>,
}

impl<'a> Message<'a> {
    /// `file[:line[:column[:end_line:end_column]]]: severity: text  [code]`.
    fn parse(line: &'a str) -> Option<Self> {
        let (location, rest) = match Place::parse(line) {
            Some(place) => positioned(&place),
            None => {
                let end = text::find(line, text::literal!(".py: ")).map(|at| at + ".py".len());
                let end = end.or_else(|| Some(text::find(line, text::literal!(".pyi: "))? + ".pyi".len()))?;
                (Location::file(&line[..end]), &line[end..])
            }
        };
        let (severity, text) = text::split(rest.strip_prefix(": ")?, text::literal!(": "))?;
        let severity = match severity {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            "note" | "info" => Severity::Info,
            _ => return None,
        };
        let (text, code) = match split_code(text) {
            Some((text, code)) => (text, Some(code)),
            None => (text, None),
        };
        Some(Self {
            location,
            severity,
            text,
            code,
        })
    }

    fn is_context(&self) -> bool {
        self.severity == Severity::Info && CONTEXTS.iter().any(|start| self.text.starts_with(start))
    }

    /// The quoted name whose definition it gives.
    fn defined_name(&self) -> Option<&str> {
        self.text.strip_suffix(DEFINED_HERE)
    }

    fn into_note(self) -> Note {
        Note {
            message: self.text.to_owned(),
            location: self.location,
        }
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(ErrorType::Type, self.severity, self.text).at(self.location);
        classify(&mut diagnostic, self.code);
        diagnostic
    }
}

/// The place with an optional end; mypy's last column is the last one of the range.
fn positioned<'a>(place: &Place<'a>) -> (Location, &'a str) {
    let location = place.location();
    match end_position(place.rest) {
        Some((line, column, rest)) => (location.until(line, column.saturating_add(1)), rest),
        None => (location, place.rest),
    }
}

/// `:19:7` and the text after it.
fn end_position(rest: &str) -> Option<(u32, u32, &str)> {
    let (line, rest) = rest.strip_prefix(':')?.split_once(':')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (column, rest) = rest.split_at(digits);
    Some((line.parse().ok()?, column.parse().ok()?, rest))
}

/// Splits `text  [code]`.
fn split_code(text: &str) -> Option<(&str, &str)> {
    let (text, code) = text::rsplit(text.trim_end().strip_suffix(']')?, text::literal!("["))?;
    let named = !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let apart = text.is_empty() || text.ends_with("  ");
    (named && apart).then(|| (text.trim_end(), code))
}

fn classify(diagnostic: &mut Diagnostic, code: Option<&str>) {
    let missing = "Cannot find implementation or library stub";
    match code {
        Some("syntax") => {
            diagnostic.error_type = ErrorType::Syntax;
            diagnostic.severity = Severity::Fatal;
        }
        Some("import" | "import-not-found" | "import-untyped") => diagnostic.error_type = ErrorType::Import,
        _ if diagnostic.message.starts_with(missing) => diagnostic.error_type = ErrorType::Import,
        _ => {}
    }
    diagnostic.code = code.map(str::to_owned);
    let guess = text::rsplit(&diagnostic.message, text::literal!("; ")).map(|(_, guess)| guess);
    let guess = guess.filter(|guess| guess.starts_with("maybe ") || guess.starts_with("did you mean "));
    diagnostic.advice = guess.map(str::to_owned);
}

/// A line of `-O json`: columns from 0, -1 for none.
fn json_error(value: &Value) -> Option<Diagnostic> {
    let number = |key: &str| u32::try_from(value[key].as_i64()?).ok();
    let column = |key: &str| number(key).map(|column| column.saturating_add(1));
    let location = Location {
        file: Some(value["file"].as_str()?.to_owned()),
        line: number("line"),
        column: column("column"),
        end_line: number("end_line"),
        end_column: column("end_column"),
    };
    let severity = match value["severity"].as_str()? {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Type, severity, value["message"].as_str()?).at(location);
    classify(&mut diagnostic, value["code"].as_str());
    let hints = value["hint"].as_str().into_iter().flat_map(str::lines);
    diagnostic.notes = hints
        .map(|hint| Note {
            message: hint.to_owned(),
            location: Location::default(),
        })
        .collect();
    Some(diagnostic)
}
