//! What expressions and paths have found, by name, until it is a diagnostic.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::format::marks::Marks;
use crate::format::{code, guess, severity, thrown_class};

/// The parts of a diagnostic that a tool's text can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Line and column in one text, and perhaps their end: `3:5`, `3:5-9`, `3:5-4:1`.
    Place,
}

/// The names that expressions give the fields, in their order.
pub(crate) const FIELDS: [(&str, Field); 12] = [
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
        let text = text.trim();
        if text.is_empty() {
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

    /// Takes over what a further line of the same sentence says.
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

    /// Takes over what it lacks.
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

/// How a tool's texts are to be understood.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meaning {
    /// `None`: the severity and the message tell.
    pub(crate) error_type: Option<ErrorType>,
    /// Where the tool says none.
    pub(crate) severity: Severity,
    /// The tool's own words for severities, beside the usual ones.
    pub(crate) words: &'static [(&'static str, Severity)],
    /// The tool's number for the first line.
    pub(crate) first_line: u32,
    /// The tool's number for the first column.
    pub(crate) first_column: u32,
    /// The codes, or the beginnings of messages, of text that is not in the language.
    pub(crate) syntax: &'static [&'static str],
    /// What is said where the tool's line has no words.
    pub(crate) says: Option<&'static str>,
    /// The message ends in the code, in parentheses or brackets.
    pub(crate) trailing_code: bool,
    /// The message is written as within a JSON string.
    pub(crate) escaped: bool,
    /// The message may begin with the class of what was thrown.
    pub(crate) classed: bool,
}

impl Meaning {
    pub(crate) const fn new(error_type: Option<ErrorType>, severity: Severity) -> Self {
        Self {
            error_type,
            severity,
            words: &[],
            first_line: 1,
            first_column: 1,
            syntax: &[],
            says: None,
            trailing_code: false,
            escaped: false,
            classed: false,
        }
    }

    /// The diagnostic that the texts make; none without a message.
    pub(crate) fn diagnostic(&self, captured: &Captured) -> Option<Diagnostic> {
        let message = captured.get(Field::Message).or(self.says)?;
        let (message, trailing) = match code::take_trailing(message).filter(|_| self.trailing_code) {
            Some((message, code)) => (message, Some(code)),
            None => (message, None),
        };
        let unescaped = self.escaped.then(|| unescaped(message)).flatten();
        let message = unescaped.as_deref().unwrap_or(message);
        let severity = captured.get(Field::Severity).and_then(|word| self.rate(word));
        let severity = severity.unwrap_or(self.severity);
        let mut diagnostic =
            Diagnostic::new(self.classify(captured, severity), severity, message).at(self.place(captured));
        diagnostic.code = captured.get(Field::Code).or(trailing).map(str::to_owned);
        diagnostic.advice = captured.get(Field::Advice).map(str::to_owned);
        diagnostic.test = captured.get(Field::Test).map(str::to_owned);
        if self.classed {
            take_class(&mut diagnostic);
        }
        Some(diagnostic)
    }

    fn rate(&self, word: &str) -> Option<Severity> {
        let own = self.words.iter().find(|(own, _)| own.eq_ignore_ascii_case(word));
        own.map(|(_, severity)| *severity)
            .or_else(|| severity::word(word))
            .or_else(|| severity::letter(word))
    }

    fn classify(&self, captured: &Captured, severity: Severity) -> ErrorType {
        let message = captured.get(Field::Message).unwrap_or_default();
        let code = captured.get(Field::Code);
        let broken = |word: &&str| code == Some(*word) || message.starts_with(*word);
        if self.syntax.iter().any(broken) {
            return ErrorType::Syntax;
        }
        self.error_type
            .unwrap_or_else(|| guess::error_type(severity, message))
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
        location.column = column(Field::Column);
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
        location.end_line = line(Field::EndLine).or(same);
        location
    }
}

/// Takes the class of what was thrown off the message: what is thrown is no expectation that does not hold.
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

/// What a text is that was written as within a JSON string.
fn unescaped(text: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{text}\"")).ok()
}

/// The settings that every form of a diagnostic has, for a type with a field `meaning`.
macro_rules! settings {
    ($form:ty) => {
        #[allow(
            dead_code,
            clippy::allow_attributes,
            reason = "not every form needs every setting"
        )]
        impl $form {
            /// The severity where the tool says none.
            pub(crate) const fn severity(mut self, severity: Severity) -> Self {
                self.meaning.severity = severity;
                self
            }

            /// The tool's own words for severities.
            pub(crate) const fn words(mut self, words: &'static [(&'static str, Severity)]) -> Self {
                self.meaning.words = words;
                self
            }

            /// The codes, or the beginnings of messages, of text that is not in the language.
            pub(crate) const fn broken(mut self, syntax: &'static [&'static str]) -> Self {
                self.meaning.syntax = syntax;
                self
            }

            /// What to say where the tool has no words.
            pub(crate) const fn saying(mut self, message: &'static str) -> Self {
                self.meaning.says = Some(message);
                self
            }

            /// The message ends in the code, in parentheses or brackets.
            pub(crate) const fn trailing_code(mut self) -> Self {
                self.meaning.trailing_code = true;
                self
            }

            /// The message is written as within a JSON string.
            pub(crate) const fn escaped(mut self) -> Self {
                self.meaning.escaped = true;
                self
            }

            /// The message may begin with the class of what was thrown: `TypeError: x`.
            pub(crate) const fn classed(mut self) -> Self {
                self.meaning.classed = true;
                self
            }

            /// The tool counts columns from 0.
            pub(crate) const fn columns_from_zero(mut self) -> Self {
                self.meaning.first_column = 0;
                self
            }

            /// The tool counts lines from 0.
            pub(crate) const fn lines_from_zero(mut self) -> Self {
                self.meaning.first_line = 0;
                self
            }
        }
    };
}
pub(crate) use settings;
