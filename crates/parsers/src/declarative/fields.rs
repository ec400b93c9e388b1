//! What a pattern captures, and the diagnostic it becomes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::facts::Rows;

/// What a group may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Field {
    File,
    /// `line`, `line,column` or `line,column,end_line,end_column`, in one group.
    Location,
    Line,
    Column,
    EndLine,
    EndColumn,
    /// Characters before a mark below the source: one less than its column.
    Pointer,
    Severity,
    Type,
    Code,
    Message,
    Advice,
    Test,
}

impl Field {
    pub(super) const NAMES: [(Self, &'static str); 13] = [
        (Self::File, "file"),
        (Self::Location, "location"),
        (Self::Line, "line"),
        (Self::Column, "column"),
        (Self::EndLine, "end_line"),
        (Self::EndColumn, "end_column"),
        (Self::Pointer, "pointer"),
        (Self::Severity, "severity"),
        (Self::Type, "type"),
        (Self::Code, "code"),
        (Self::Message, "message"),
        (Self::Advice, "advice"),
        (Self::Test, "test"),
    ];

    /// Later lines go on with it instead of being left aside.
    fn is_joined(self) -> bool {
        matches!(self, Self::Message | Self::Advice)
    }
}

/// Longest text that is put together from several lines.
const JOINED_BYTES: usize = 8 << 10;

/// What was captured.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields(BTreeMap<Field, String>);

impl Fields {
    pub(super) fn set(&mut self, field: Field, text: &str) {
        if !text.trim().is_empty() || field == Field::Pointer {
            self.0.insert(field, text.to_owned());
        }
    }

    fn get(&self, field: Field) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }

    /// Adds what a later line says: a message goes on, of everything else the first word counts.
    pub(super) fn add(&mut self, later: Self) {
        for (field, text) in later.0 {
            match self.0.get_mut(&field) {
                None => {
                    self.0.insert(field, text);
                }
                Some(known) if field.is_joined() && known.len() + text.len() < JOINED_BYTES => {
                    known.push('\n');
                    known.push_str(&text);
                }
                Some(_) => {}
            }
        }
    }

    /// The same with what a line says that is a diagnostic by itself: its own words count.
    pub(super) fn with(&self, own: Self) -> Self {
        let mut fields = self.clone();
        fields.0.extend(own.0);
        fields
    }
}

/// What the tool's words and numbers mean.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    pub(super) error_type: ErrorType,
    pub(super) severity: Severity,
    /// By the tool's word, in lower case.
    pub(super) severities: BTreeMap<String, Severity>,
    /// By the beginning of what `type` captured or, without it, of the code.
    pub(super) types: BTreeMap<String, ErrorType>,
    /// What the tool calls the first column: 0 or 1.
    pub(super) first_column: u32,
    /// The same of lines.
    pub(super) first_line: u32,
    /// The end column is the last one, and not the first after it.
    pub(super) end_inclusive: bool,
    /// A line without a file is none of the tool's.
    pub(super) needs_file: bool,
    /// Which messages mean which facts.
    pub(super) facts: Arc<Rows>,
}

impl Meaning {
    /// The diagnostic, if there is something to say.
    pub(super) fn diagnostic(&self, fields: &Fields) -> Option<Diagnostic> {
        if self.needs_file && fields.get(Field::File).is_none() {
            return None;
        }
        let message = fields.get(Field::Message)?.trim_end();
        let code = fields.get(Field::Code).map(str::trim);
        let severity = self.severity_of(fields.get(Field::Severity));
        let error_type = self.type_of(fields.get(Field::Type).or(code));
        let mut diagnostic = Diagnostic::new(error_type, severity, message.trim_start());
        diagnostic.code = code.map(str::to_owned);
        diagnostic.location = self.location(fields);
        diagnostic.advice = fields.get(Field::Advice).map(|text| text.trim().to_owned());
        diagnostic.test = fields.get(Field::Test).map(|text| text.trim().to_owned());
        diagnostic.fact = self.facts.read(&diagnostic);
        Some(diagnostic)
    }

    fn severity_of(&self, word: Option<&str>) -> Severity {
        let Some(word) = word else { return self.severity };
        let word = word.trim().to_lowercase();
        let own = self.severities.get(&word).copied();
        own.or_else(|| usual_severity(&word)).unwrap_or(self.severity)
    }

    fn type_of(&self, word: Option<&str>) -> ErrorType {
        let begins = |key: &&String| word.is_some_and(|word| word.trim().starts_with(key.as_str()));
        let longest = self.types.keys().filter(begins).max_by_key(|key| key.len());
        longest.map_or(self.error_type, |key| self.types[key])
    }

    fn location(&self, fields: &Fields) -> Location {
        let number = |field| fields.get(field)?.trim().parse::<u32>().ok();
        let mut place = [
            number(Field::Line),
            number(Field::Column),
            number(Field::EndLine),
            number(Field::EndColumn),
        ];
        if let Some(text) = fields.get(Field::Location) {
            place = in_one(text);
        }
        let [line, column, end_line, end_column] = place;
        let line_shift = 1 - self.first_line;
        let column_shift = 1 - self.first_column;
        let pointer = fields
            .get(Field::Pointer)
            .and_then(|text| u32::try_from(text.chars().count()).ok());
        // Tools write 0 for "the whole file" and "the whole line".
        let counted = |number: u32| Some(number).filter(|number| *number > 0);
        let end_shift = column_shift + u32::from(self.end_inclusive);
        let end_column = end_column.and_then(|column| counted(column.saturating_add(end_shift)));
        Location {
            file: fields.get(Field::File).map(|file| file.trim().to_owned()),
            line: line.and_then(|line| counted(line.saturating_add(line_shift))),
            column: column
                .and_then(|column| counted(column.saturating_add(column_shift)))
                .or_else(|| pointer.map(|before| before + 1)),
            end_line: end_line
                .and_then(|line| counted(line.saturating_add(line_shift)))
                .or(line
                    .filter(|_| end_column.is_some())
                    .map(|line| line + line_shift)),
            end_column,
        }
    }
}

/// `12`, `12,3`, `12,3,12,9`; also with `:` and `-` between.
fn in_one(text: &str) -> [Option<u32>; 4] {
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok());
    std::array::from_fn(|_| numbers.next().flatten())
}

fn usual_severity(word: &str) -> Option<Severity> {
    Some(match word {
        "fatal" | "fatal error" | "critical" | "catastrophic" => Severity::Fatal,
        "error" | "err" | "e" | "failure" | "severe" => Severity::Error,
        "warning" | "warn" | "w" => Severity::Warning,
        "info" | "information" | "i" | "note" | "n" | "hint" | "h" | "style" | "remark" | "suggestion"
        | "convention" | "refactor" => Severity::Info,
        _ => return None,
    })
}
