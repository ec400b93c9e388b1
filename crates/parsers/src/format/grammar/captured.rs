//! The values captured by expressions and paths, by name, until they become a diagnostic.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Note, Severity};

use super::file::{Preset, Settings};
use crate::facts::Rows;
use crate::format::marks::Marks;
use crate::format::{code, guess, severity, thrown_class};

/// The parts of a diagnostic that a tool's text can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Field {
    File,
    Line,
    Column,
    EndLine,
    EndColumn,
    LastColumn,
    Severity,
    Code,
    Message,
    Advice,
    Test,
    /// Line and column in one text, and perhaps their end: `3:5`, `3:5-9`, `3:5-4:1`, or numbers separated
    /// by commas: `3,5,4,1`.
    Place,
    /// The characters before a mark below the source: one less than its column.
    Pointer,
    /// A word that tells the type of the error.
    Type,
    /// The number of lines.
    LineCount,
    /// The function that an entry of a call stack is in.
    Function,
}

/// The names that expressions give the fields, in their order.
pub(crate) const FIELDS: [(&str, Field); 16] = [
    ("file", Field::File),
    ("line", Field::Line),
    ("column", Field::Column),
    ("end_line", Field::EndLine),
    ("end_column", Field::EndColumn),
    ("last_column", Field::LastColumn),
    ("severity", Field::Severity),
    ("code", Field::Code),
    ("message", Field::Message),
    ("advice", Field::Advice),
    ("test", Field::Test),
    ("place", Field::Place),
    ("pointer", Field::Pointer),
    ("type", Field::Type),
    ("line_count", Field::LineCount),
    ("function", Field::Function),
];

/// Longest message that is put together from several lines.
const MESSAGE_BYTES: usize = 8 * 1024;

/// Texts by field.
#[derive(Debug, Clone, Default)]
pub(crate) struct Captured {
    texts: [Option<String>; FIELDS.len()],
    marks: Option<Marks>,
}

impl Captured {
    pub(crate) fn get(&self, field: Field) -> Option<&str> {
        self.texts[field as usize].as_deref()
    }

    /// Keeps the text unless there is one; messages grow by lines.
    pub(crate) fn put(&mut self, field: Field, text: &str) {
        let text = match field {
            Field::Pointer => text,
            _ => text.trim(),
        };
        if text.is_empty() && field != Field::Pointer {
            return;
        }
        if field == Field::Place {
            return self.put_place(text);
        }
        match &mut self.texts[field as usize] {
            Some(message) if field == Field::Message => {
                if message.len() + text.len() < MESSAGE_BYTES {
                    message.push('\n');
                    message.push_str(text);
                }
            }
            Some(_) => {}
            empty => *empty = Some(text.to_owned()),
        }
    }

    fn put_place(&mut self, text: &str) {
        if text.contains(',') {
            let fields = [Field::Line, Field::Column, Field::EndLine, Field::EndColumn];
            let numbers = text.split(|c: char| !c.is_ascii_digit());
            let numbers = numbers.filter(|number| !number.is_empty());
            return fields
                .iter()
                .zip(numbers)
                .for_each(|(field, number)| self.put(*field, number));
        }
        let (begin, end) = text.split_once('-').unwrap_or((text, ""));
        let (line, column) = begin.split_once(':').unwrap_or((begin, ""));
        // An end without a line is in the same.
        let (end_line, end_column) = end.split_once(':').unwrap_or(("", end));
        self.put(Field::Line, line);
        self.put(Field::Column, column);
        self.put(Field::EndLine, end_line);
        self.put(Field::EndColumn, end_column);
    }

    /// Keeps the marks below the quoted source.
    pub(crate) fn underline(&mut self, marks: Marks) {
        self.marks.get_or_insert(marks);
    }

    /// Takes the code off the beginning of a message that repeats it: `Style/Semicolon: x`.
    pub(crate) fn take_code_off(&mut self) {
        let Some(code) = self.get(Field::Code) else { return };
        let message = self
            .get(Field::Message)
            .and_then(|message| message.strip_prefix(code));
        if let Some(said) = message.and_then(|rest| rest.strip_prefix(": ")) {
            self.texts[Field::Message as usize] = Some(said.to_owned());
        }
    }

    /// Adds the values of another line of the same diagnostic: messages grow, for all other fields
    /// the first value counts.
    pub(crate) fn add(&mut self, further: Self) {
        for ((_, field), text) in FIELDS.iter().zip(further.texts) {
            text.into_iter().for_each(|text| self.put(*field, &text));
        }
        further.marks.into_iter().for_each(|marks| self.underline(marks));
    }

    /// Adds the values of a further line of the same sentence.
    pub(crate) fn go_on(&mut self, further: &Self) {
        if let (Some(message), Some(more)) = (
            &mut self.texts[Field::Message as usize],
            further.get(Field::Message),
        ) && message.len() + more.len() < MESSAGE_BYTES
        {
            message.push(' ');
            message.push_str(more);
        }
        self.inherit(further);
    }

    /// Adds the values that are missing from a heading.
    pub(crate) fn inherit(&mut self, heading: &Self) {
        for (own, other) in self.texts.iter_mut().zip(&heading.texts) {
            if own.is_none() {
                own.clone_from(other);
            }
        }
    }

    fn number(&self, field: Field) -> Option<u32> {
        self.get(field)?.parse().ok()
    }
}

/// The interpretation of a tool's texts.
#[derive(Debug, Clone)]
pub(crate) struct Meaning {
    /// `None`: the severity and the message tell.
    pub(crate) error_type: Option<ErrorType>,
    /// Whether a linter's rule tells as well.
    is_finding: bool,
    /// The severity where the tool names none.
    pub(crate) severity: Severity,
    /// The tool's own words for severities, in addition to the usual ones.
    pub(crate) words: Vec<(String, Severity)>,
    /// Types by the beginning of the tool's word for it or, without one, of the code.
    pub(crate) types: Vec<(String, ErrorType)>,
    /// The codes, or the beginnings of messages, of text that is not in the language.
    syntax: Vec<String>,
    /// The message where the tool's line has no words, or with `{message}` around its words.
    says: Option<String>,
    /// The code where the tool's line has none.
    code: Option<String>,
    /// The tool's number for the first line.
    first_line: u32,
    /// The tool's number for the first column.
    first_column: u32,
    /// The message ends in the code, in parentheses or brackets.
    trailing_code: bool,
    /// The message is written as within a JSON string.
    escaped: bool,
    /// Whether the message may begin with the class of an exception.
    classed: bool,
    /// Whether it is a diagnostic only with a file.
    needs_file: bool,
    /// The rules that map messages to facts.
    pub(crate) facts: Arc<Rows>,
}

impl Meaning {
    pub(crate) fn new(settings: Settings) -> Self {
        let preset = settings.kind.unwrap_or_default();
        Self {
            error_type: preset.error_type(),
            is_finding: preset == Preset::Finding,
            severity: settings.severity.unwrap_or(preset.severity()),
            words: settings.severities.into_iter().collect(),
            types: settings.types.into_iter().collect(),
            syntax: settings.syntax,
            says: settings.says,
            code: settings.code,
            first_line: settings.first_line.unwrap_or(1),
            first_column: settings.first_column.unwrap_or(1),
            trailing_code: settings.trailing_code.unwrap_or_default(),
            escaped: settings.escaped.unwrap_or_default(),
            classed: settings.classed.unwrap_or_default(),
            needs_file: settings.needs_file.unwrap_or_default(),
            facts: Arc::default(),
        }
    }

    /// The diagnostic that the texts make; none without a message.
    pub(crate) fn diagnostic(&self, captured: &Captured) -> Option<Diagnostic> {
        if self.needs_file && captured.get(Field::File).is_none() {
            return None;
        }
        let message = self.said(captured)?;
        let (message, trailing) = match code::take_trailing(&message).filter(|_| self.trailing_code) {
            Some((message, code)) => (message, Some(code)),
            None => (&*message, None),
        };
        let unescaped = self.escaped.then(|| unescaped(message)).flatten();
        let message = unescaped.as_deref().unwrap_or(message);
        let severity = captured.get(Field::Severity).and_then(|word| self.rate(word));
        let severity = severity.unwrap_or(self.severity);
        let mut diagnostic =
            Diagnostic::new(self.classify(captured, severity), severity, message).at(self.place(captured));
        let code = captured.get(Field::Code).or(trailing).or(self.code.as_deref());
        diagnostic.code = code.map(str::to_owned);
        diagnostic.advice = captured.get(Field::Advice).map(str::to_owned);
        diagnostic.test = captured.get(Field::Test).map(str::to_owned);
        if self.classed {
            take_class(&mut diagnostic);
        }
        diagnostic.fact = self.facts.read(&diagnostic);
        Some(diagnostic)
    }

    /// The tool's words, and those of the file around or instead of them.
    fn said<'a>(&'a self, captured: &'a Captured) -> Option<Cow<'a, str>> {
        match (captured.get(Field::Message), &self.says) {
            (Some(message), Some(says)) if says.contains("{message}") => {
                Some(says.replace("{message}", message).into())
            }
            (message, says) => message.or(says.as_deref()).map(Cow::Borrowed),
        }
    }

    /// The note that the texts make; none without a message.
    pub(crate) fn note(&self, captured: &Captured) -> Option<Note> {
        Some(Note {
            message: self.said(captured)?.into_owned(),
            location: self.place(captured),
        })
    }

    /// The entry of a call stack that the texts make; none without a place or a function.
    pub(crate) fn frame(&self, captured: &Captured) -> Option<Frame> {
        let location = self.place(captured);
        let function = captured.get(Field::Function).map(str::to_owned);
        (location.file.is_some() || function.is_some()).then(|| Frame::new(location, function))
    }

    /// The severity that a word of the tool stands for.
    pub(crate) fn rate(&self, word: &str) -> Option<Severity> {
        let own = self.words.iter().find(|(own, _)| own.eq_ignore_ascii_case(word));
        own.map(|(_, severity)| *severity)
            .or_else(|| severity::word(word))
            .or_else(|| severity::letter(word))
    }

    fn classify(&self, captured: &Captured, severity: Severity) -> ErrorType {
        let message = captured.get(Field::Message).unwrap_or_default();
        let code = captured.get(Field::Code);
        let broken = |word: &String| code == Some(word.as_str()) || message.starts_with(word.as_str());
        if self.syntax.iter().any(broken) {
            return ErrorType::Syntax;
        }
        let told = captured.get(Field::Type).or(code);
        let begins = |(begin, _): &&(String, ErrorType)| told.is_some_and(|word| word.starts_with(begin));
        let of_word = self
            .types
            .iter()
            .filter(begins)
            .max_by_key(|(begin, _)| begin.len());
        of_word
            .map(|(_, error_type)| *error_type)
            .or(self.error_type)
            .unwrap_or_else(|| match self.is_finding {
                true => guess::of_finding(message, code),
                false => guess::error_type(severity, message),
            })
    }

    fn place(&self, captured: &Captured) -> Location {
        let line = |field| {
            captured
                .number(field)?
                .checked_sub(self.first_line)?
                .checked_add(1)
        };
        let column = |field| {
            captured
                .number(field)?
                .checked_sub(self.first_column)?
                .checked_add(1)
        };
        let mut location = Location {
            file: captured.get(Field::File).map(str::to_owned),
            line: line(Field::Line),
            ..Location::default()
        };
        if location.line.is_none() {
            return location;
        }
        let pointed = captured.get(Field::Pointer).map(|before| before.chars().count());
        let pointed = pointed.and_then(|before| u32::try_from(before + 1).ok());
        location.column = column(Field::Column).or(pointed);
        let last = column(Field::LastColumn).map(|last| last.saturating_add(1));
        location.end_column = column(Field::EndColumn).or(last);
        if let Some(marks) = captured.marks {
            let column = *location.column.get_or_insert(marks.caret);
            let length = marks.end - marks.caret;
            // A lone caret is a place, not a range.
            let end = (length > 1).then(|| column.saturating_add(length));
            location.end_column = location.end_column.or(end);
        }
        let same = location.end_column.and(location.line);
        let counted = captured
            .number(Field::LineCount)
            .and_then(|count| count.checked_sub(1));
        let last = counted.and_then(|further| location.line?.checked_add(further));
        location.end_line = line(Field::EndLine).or(last).or(same);
        location
    }
}

/// Removes the class of the exception from the message: an exception is not a failed expectation.
fn take_class(diagnostic: &mut Diagnostic) {
    let Some((class, message)) = thrown_class::split(&diagnostic.message) else {
        return;
    };
    let plain = class == "Error" || thrown_class::is_assertion(class);
    if !plain && diagnostic.error_type == ErrorType::Assertion {
        diagnostic.error_type = ErrorType::Runtime;
    }
    diagnostic.code = Some(class).filter(|class| *class != "Error").map(str::to_owned);
    diagnostic.message = message.trim().to_owned();
}

/// Unescapes a text that was written as in a JSON string.
fn unescaped(text: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{text}\"")).ok()
}
