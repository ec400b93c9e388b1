//! A format as it is written in a file: the language of `formats/FAMILY/TOOL.toml` and of
//! declarative plug-ins.
//!
//! `docs/formats.md` describes it. The types here only represent the file;
//! [`compile`](super::compile) turns them into line readers.

mod shapes;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_core::{ErrorType, Severity};

use super::captured::Field;
use crate::facts::Row;

/// A preset for the meaning of a match: its type, and its severity where the tool names none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Preset {
    /// A linter's finding: a warning.
    #[default]
    Lint,
    /// A finding of any linter: a syntax error where its words or its rule say that the text does not parse.
    Finding,
    /// A compiler's message: an error, its type guessed from its words.
    Compiler,
    /// Text that is not in the language: an error, as all below.
    Syntax,
    Type,
    Import,
    Runtime,
    Assertion,
    Build,
    Timeout,
    Unknown,
}

impl Preset {
    /// The type of every match; `None` when the message tells, or the code.
    pub(crate) fn error_type(self) -> Option<ErrorType> {
        Some(match self {
            Self::Compiler | Self::Finding => return None,
            Self::Lint => ErrorType::Lint,
            Self::Syntax => ErrorType::Syntax,
            Self::Type => ErrorType::Type,
            Self::Import => ErrorType::Import,
            Self::Runtime => ErrorType::Runtime,
            Self::Assertion => ErrorType::Assertion,
            Self::Build => ErrorType::Build,
            Self::Timeout => ErrorType::Timeout,
            Self::Unknown => ErrorType::Unknown,
        })
    }

    /// The severity of a match that names none.
    pub(crate) fn severity(self) -> Severity {
        match self {
            Self::Lint | Self::Finding => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares the tables of the file, each with the settings for the meaning of a match. They are
/// repeated in every table, instead of flattened into it, so that a misspelt key is reported with
/// its line.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(crate) struct $name {
            $(#[serde(skip_serializing_if = "is_default")] $(#[$attribute])* pub(crate) $field: $type,)*
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) kind: Option<Preset>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) severity: Option<Severity>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) severities: BTreeMap<String, Severity>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) types: BTreeMap<String, ErrorType>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) syntax: Vec<String>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) says: Option<String>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) code: Option<String>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) trailing_code: Option<bool>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) escaped: Option<bool>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) classed: Option<bool>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) first_line: Option<u32>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) first_column: Option<u32>,
            #[serde(skip_serializing_if = "is_default")]
            pub(crate) needs_file: Option<bool>,
        }

        impl $name {
            /// The table's settings for the meaning of a match.
            pub(crate) fn settings(&self) -> Settings {
                Settings {
                    kind: self.kind,
                    severity: self.severity,
                    severities: self.severities.clone(),
                    types: self.types.clone(),
                    syntax: self.syntax.clone(),
                    says: self.says.clone(),
                    code: self.code.clone(),
                    trailing_code: self.trailing_code,
                    escaped: self.escaped,
                    classed: self.classed,
                    first_line: self.first_line,
                    first_column: self.first_column,
                    needs_file: self.needs_file,
                }
            }
        }
    )*};
}

/// The meaning of a match, as far as one table defines it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    pub(crate) kind: Option<Preset>,
    /// The severity of a match that names none.
    pub(crate) severity: Option<Severity>,
    /// The tool's own words for severities, in addition to the usual ones.
    pub(crate) severities: BTreeMap<String, Severity>,
    /// Error types by the beginning of the text captured by `type` or, without it, of the code.
    pub(crate) types: BTreeMap<String, ErrorType>,
    /// The codes, or the beginnings of messages, of text that is not in the language.
    pub(crate) syntax: Vec<String>,
    /// The message where the tool has no words, or with `{message}` around the tool's words.
    pub(crate) says: Option<String>,
    /// The code where the tool has none.
    pub(crate) code: Option<String>,
    /// The message ends in the code, in parentheses or brackets.
    pub(crate) trailing_code: Option<bool>,
    /// The message is written as within a JSON string.
    pub(crate) escaped: Option<bool>,
    /// Whether the message may begin with the class of an exception: `TypeError: x`.
    pub(crate) classed: Option<bool>,
    /// The tool's number for the first line, 0 or 1.
    pub(crate) first_line: Option<u32>,
    /// The tool's number for the first column, 0 or 1.
    pub(crate) first_column: Option<u32>,
    /// A match without a file is not the tool's.
    pub(crate) needs_file: Option<bool>,
}

impl Settings {
    /// The settings of a table, completed with those of the whole file.
    pub(crate) fn or(self, file: &Self) -> Self {
        let mut severities = file.severities.clone();
        severities.extend(self.severities);
        let mut types = file.types.clone();
        types.extend(self.types);
        // A preset of its own brings its severity along.
        let severity = self.kind.map(Preset::severity).or(file.severity);
        Self {
            kind: self.kind.or(file.kind),
            severity: self.severity.or(severity),
            severities,
            types,
            syntax: if self.syntax.is_empty() {
                file.syntax.clone()
            } else {
                self.syntax
            },
            says: self.says.or_else(|| file.says.clone()),
            code: self.code.or_else(|| file.code.clone()),
            trailing_code: self.trailing_code.or(file.trailing_code),
            escaped: self.escaped.or(file.escaped),
            classed: self.classed.or(file.classed),
            first_line: self.first_line.or(file.first_line),
            first_column: self.first_column.or(file.first_column),
            needs_file: self.needs_file.or(file.needs_file),
        }
    }
}

tables! {
    /// The whole file. Keys that are not known are refused.
    File {
        id: String,
        version: String,
        summary: String,
        docs: String,
        understands: String,
        versions: String,
        languages: Vec<String>,
        links: Vec<String>,
        priority: Option<i32>,
        triggers: Vec<Trigger>,
        inner: bool,
        follow: Option<Follow>,
        #[serde(rename = "line")]
        lines: Vec<LineTable>,
        #[serde(rename = "listing")]
        listings: Vec<ListingTable>,
        #[serde(rename = "block")]
        blocks: Vec<BlockTable>,
        json: Vec<RecordTable>,
        xml: Vec<RecordTable>,
        #[serde(rename = "fact")]
        facts: Vec<Row>,
        #[serde(rename = "example")]
        examples: Vec<ExampleTable>,
    }

    /// A diagnostic of one line.
    LineTable {
        #[serde(rename = "match")]
        pattern: OneOrMore,
        groups: BTreeMap<Field, usize>,
    }

    /// A diagnostic of several lines, or several diagnostics below their first lines.
    BlockTable {
        lines: Vec<PartText>,
        innermost: Innermost,
        foreign: Vec<String>,
    }

    /// Findings in a JSON or XML document.
    RecordTable {
        each: OneOrMore,
        fields: BTreeMap<Field, OneOrMore>,
        needs: Vec<String>,
        passed: Vec<String>,
        beside: Vec<String>,
        #[serde(rename = "text")]
        texts: Vec<TextTable>,
        said: Vec<LineTable>,
        thrown: bool,
        stack: Option<String>,
        foreign: Vec<String>,
        lookup: Option<LookupTable>,
        #[serde(rename = "note")]
        notes: Vec<NoteTable>,
    }

    /// Notes on a finding in a document.
    NoteTable {
        each: OneOrMore,
        fields: BTreeMap<Field, OneOrMore>,
        needs: Vec<String>,
        #[serde(rename = "text")]
        texts: Vec<TextTable>,
        skip: usize,
    }
}

/// A text in a document that holds several fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextTable {
    pub(crate) path: String,
    #[serde(rename = "match")]
    pub(crate) pattern: OneOrMore,
}

/// Entries of a document that findings refer to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookupTable {
    pub(crate) each: String,
    /// Path in the entry `=` path in the finding.
    pub(crate) by: String,
}

/// Findings below a heading.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ListingTable {
    pub(crate) heading: OneOrMore,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) continued: Option<OneOrMore>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) skip: Option<OneOrMore>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) patience: Option<usize>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) remembered: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) below: Option<OneOrMore>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) headless: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) marked: bool,
    #[serde(rename = "row")]
    pub(crate) rows: Vec<LineTable>,
}

/// The lines that may follow a diagnostic of one line, by the name of a built-in reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Follow {
    /// Quoted source, and marks below it that tell the column.
    QuotedSource,
}

/// An output, with the expected diagnostics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleTable {
    pub(crate) title: String,
    /// Its origin: `captured from TOOL VERSION` or `documented at PLACE`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) source: String,
    pub(crate) input: String,
    pub(crate) expect: Value,
}

/// A literal text that a line or a document of the format contains, with its optional surroundings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Trigger {
    Text(String),
    Placed(PlacedTrigger),
}

/// A trigger that counts only in its place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacedTrigger {
    pub(crate) text: String,
    /// Whether only a prefix of timestamps or jobs may come before it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) begins_line: bool,
    /// The text after it: characters, classes and repetitions, and `$`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) then: Option<String>,
}

/// A text, or several alternatives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl Default for OneOrMore {
    fn default() -> Self {
        Self::More(Vec::new())
    }
}

impl OneOrMore {
    pub(crate) fn texts(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::More(texts) => texts,
        }
    }
}

impl From<Vec<String>> for OneOrMore {
    fn from(mut texts: Vec<String>) -> Self {
        match texts.len() {
            1 => Self::One(texts.remove(0)),
            _ => Self::More(texts),
        }
    }
}

/// A line of a block: a pattern alone stands for `{ once = PATTERN }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum PartText {
    Once(String),
    Table(Box<PartTable>),
}

/// A line of a block, one of `once`, `maybe`, `any`, `many` and `quoted`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PartTable {
    /// Exactly one line.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) once: Option<OneOrMore>,
    /// One or none.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) maybe: Option<OneOrMore>,
    /// Any number.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) any: Option<OneOrMore>,
    /// One or more.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) many: Option<OneOrMore>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) quoted: Option<Quoted>,
    /// Whether each such line is a diagnostic, with the data of the lines before it.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) each: bool,
    /// Each such line is a note on the diagnostic.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) note: bool,
    /// Each such line is an entry of the call stack.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) frame: bool,
    /// A repetition yields to the lines after it, and to the first line of any block.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) lazy: bool,
    /// The severity of a line that names none.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) severity: Option<Severity>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) groups: BTreeMap<Field, usize>,
}

/// The end of a call stack at which its innermost entry is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Innermost {
    #[default]
    First,
    Last,
}

/// A line that the tool quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Quoted {
    /// A line of source, if marks come below it.
    Source,
    /// A line of marks below source: they tell the columns that no text tells.
    Marks,
}
