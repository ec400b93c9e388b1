//! A wording and its fact.

use std::borrow::Cow;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;
use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use unbreak_core::fact::one_or_more;
use unbreak_core::pattern::{in_ascii, literal};
use unbreak_core::{Diagnostic, ErrorType, Fact, Location, Note, Severity};

/// A `[[fact]]` table of a file.
///
/// A row answers a diagnostic whose code is among its codes (if it has some) and whose message has a match
/// of its pattern (if it has one). The named groups of the pattern and `parts` are the parts of the fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Row {
    /// The kind of the fact, as in its JSON: `undefined-name`.
    pub kind: String,
    /// Codes of the diagnostic; any when empty.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "one_or_more"
    )]
    pub code: Vec<String>,
    /// A regular expression over the message. `%Q` stands for a quotation mark, `%N` for a dotted name,
    /// `\w` and its like for ASCII and whatever is beyond it. Typographic quotation marks in a message
    /// count as plain ones.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// A regular expression that a note or the advice of the diagnostic has to match; its groups are parts
    /// too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Parts that are the same for every match.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parts: Map<String, Value>,
    /// Messages that the row answers, each with the parts of its fact. The lines after the first are notes,
    /// too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<(String, Map<String, Value>)>,
}

/// Rows in their order; the first match counts.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<Compiled>,
    /// Finds the texts of the rows that have one; its patterns are `searched`, in their order.
    texts: Option<AhoCorasick>,
    searched: Vec<usize>,
    /// The rows without such a text.
    unsearched: Vec<usize>,
}

#[derive(Debug)]
struct Compiled {
    row: Row,
    reading: OnceLock<Option<Reading>>,
}

/// How the message of a row is read.
#[derive(Debug)]
struct Reading {
    pattern: Option<Regex>,
    note: Option<Regex>,
    /// The parts that are lists.
    lists: Vec<String>,
}

/// A row or file of rows that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// The file does not consist of rows.
    #[error("failed to read the facts: {0}")]
    File(String),
    /// The pattern is not a regular expression.
    #[error("failed to compile the pattern of a `{kind}` row: {reason}")]
    Pattern {
        /// The kind of the row.
        kind: String,
        /// The error.
        reason: String,
    },
    /// The groups and parts of a row do not make a fact of its kind.
    #[error("failed to make a `{kind}` fact: {reason}; docs/facts.md lists the kinds and their parts")]
    Parts {
        /// The kind of the row.
        kind: String,
        /// The error.
        reason: String,
    },
    /// An example is read otherwise than it says.
    #[error("failed to read the example {message:?} of a `{kind}` row: it gives {found}")]
    Example {
        /// The kind of the row.
        kind: String,
        /// The message of the example.
        message: String,
        /// The fact that the rows make of it.
        found: String,
    },
}

impl RowError {
    pub(super) fn file(error: impl std::fmt::Display) -> Self {
        Self::File(error.to_string())
    }
}

impl Rows {
    /// Rows that are compiled when they are first needed. A row that cannot be compiled answers nothing;
    /// [`check`](Self::check) finds it.
    pub fn new(rows: Vec<Row>) -> Self {
        let text = |row: &Row| {
            row.pattern
                .as_deref()
                .map_or_else(String::new, |it| literal(it).to_owned())
        };
        let texts: Vec<String> = rows.iter().map(text).collect();
        let (searched, unsearched): (Vec<usize>, Vec<usize>) =
            (0..rows.len()).partition(|at| !texts[*at].is_empty());
        let automaton = AhoCorasick::new(searched.iter().map(|at| texts[*at].as_str())).ok();
        Self {
            rows: rows.into_iter().map(Compiled::new).collect(),
            unsearched: match automaton {
                Some(_) => unsearched,
                None => (0..texts.len()).collect(),
            },
            texts: automaton,
            searched,
        }
    }

    /// The fact that the first row makes of a diagnostic.
    pub fn read(&self, diagnostic: &Diagnostic) -> Option<Fact> {
        let message = plain(&diagnostic.message);
        let code = diagnostic.code.as_deref();
        let fits = |at: &usize| {
            let codes = &self.rows[*at].row.code;
            codes.is_empty() || code.is_some_and(|code| codes.iter().any(|own| own == code))
        };
        let mut rows: Vec<usize> = self.unsearched.iter().copied().filter(fits).collect();
        if let Some(texts) = &self.texts {
            let found = texts.find_overlapping_iter(message.as_ref());
            rows.extend(
                found
                    .map(|found| self.searched[found.pattern().as_usize()])
                    .filter(fits),
            );
        }
        rows.sort_unstable();
        rows.dedup();
        rows.into_iter()
            .find_map(|at| self.rows[at].read(&message, diagnostic))
    }

    /// Checks that every row compiles, makes a fact of its kind, and is the one that reads its examples.
    ///
    /// # Errors
    /// The first row that does not hold.
    pub fn check(&self) -> Result<(), RowError> {
        for compiled in &self.rows {
            Reading::of(&compiled.row)?;
            for (message, parts) in &compiled.row.examples {
                self.check_example(&compiled.row, message, parts)?;
            }
        }
        Ok(())
    }

    /// The examples of the rows.
    pub(super) fn examples(&self) -> Result<Vec<(String, Fact)>, RowError> {
        let rows = self.rows.iter().map(|compiled| &compiled.row);
        let examples = rows.flat_map(|row| row.examples.iter().map(move |example| (row, example)));
        examples
            .map(|(row, (message, parts))| Ok((message.clone(), fact(&row.kind, parts.clone())?)))
            .collect()
    }

    fn check_example(&self, row: &Row, message: &str, parts: &Map<String, Value>) -> Result<(), RowError> {
        let mut diagnostic = Diagnostic::new(ErrorType::Unknown, Severity::Error, message);
        diagnostic.code = row.code.first().cloned();
        diagnostic.notes.extend(message.lines().skip(1).map(|line| Note {
            message: line.to_owned(),
            location: Location::default(),
        }));
        let wanted = fact(&row.kind, parts.clone())?;
        let mut found = self.read(&diagnostic);
        if let Some(found) = &mut found {
            super::offered::fill(found, &diagnostic);
        }
        if found.as_ref() == Some(&wanted) {
            return Ok(());
        }
        Err(RowError::Example {
            kind: row.kind.clone(),
            message: message.to_owned(),
            found: found.map_or_else(|| "no fact".to_owned(), |found| found.to_json()),
        })
    }
}

impl Compiled {
    fn new(row: Row) -> Self {
        Self {
            row,
            reading: OnceLock::new(),
        }
    }

    /// The fact, when the message is so worded.
    fn read(&self, message: &str, diagnostic: &Diagnostic) -> Option<Fact> {
        let reading = self.reading.get_or_init(|| Reading::of(&self.row).ok());
        let reading = reading.as_ref()?;
        let mut parts = self.row.parts.clone();
        if let Some(pattern) = &reading.pattern {
            reading.add(&mut parts, pattern, &pattern.captures(message)?);
        }
        if let Some(note) = &reading.note {
            let notes = diagnostic.notes.iter().map(|note| note.message.as_str());
            let texts: Vec<_> = notes.chain(diagnostic.advice.as_deref()).map(plain).collect();
            let captures = texts.iter().find_map(|text| note.captures(text))?;
            reading.add(&mut parts, note, &captures);
        }
        fact(&self.row.kind, parts).ok()
    }
}

impl Reading {
    fn of(row: &Row) -> Result<Self, RowError> {
        let compiled = |pattern: &Option<String>| {
            let compiled = pattern.as_deref().map(compile).transpose();
            compiled.map_err(|error| RowError::Pattern {
                kind: row.kind.clone(),
                reason: error.to_string(),
            })
        };
        let (pattern, note) = (compiled(&row.pattern)?, compiled(&row.note)?);
        let both = pattern.iter().chain(&note);
        let groups: Vec<&str> = both.flat_map(|it| it.capture_names().flatten()).collect();
        // Every part is a name, a list of them or a number, and this is all three.
        let mut parts = row.parts.clone();
        parts.extend(groups.iter().map(|group| ((*group).to_owned(), Value::from("1"))));
        let sample = serde_json::to_value(fact(&row.kind, parts)?).unwrap_or_default();
        if let Some(stranger) = groups.iter().find(|group| sample.get(**group).is_none()) {
            return Err(RowError::Parts {
                kind: row.kind.clone(),
                reason: format!("it has no part `{stranger}`"),
            });
        }
        let lists = groups.iter().filter(|group| sample[**group].is_array());
        Ok(Self {
            lists: lists.map(|group| (*group).to_owned()).collect(),
            pattern,
            note,
        })
    }

    /// Adds the values of a match's groups.
    fn add(&self, parts: &mut Map<String, Value>, pattern: &Regex, found: &Captures<'_>) {
        for name in pattern.capture_names().flatten() {
            let Some(text) = found.name(name).map(|group| group.as_str()) else {
                continue;
            };
            let value = match self.lists.iter().any(|list| list == name) {
                true => Value::from(listed(text)),
                false => Value::from(text),
            };
            parts.insert(name.to_owned(), value);
        }
    }
}

fn fact(kind: &str, mut parts: Map<String, Value>) -> Result<Fact, RowError> {
    parts.insert("kind".to_owned(), Value::from(kind));
    serde_json::from_value(Value::Object(parts)).map_err(|error| RowError::Parts {
        kind: kind.to_owned(),
        reason: error.to_string(),
    })
}

fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    let spelled = pattern.replace("%N", r"[\w.]+").replace("%Q", "['\"`]");
    Regex::new(&in_ascii(&spelled))
}

/// A message with plain quotation marks.
fn plain(message: &str) -> Cow<'_, str> {
    const TYPOGRAPHIC: [char; 4] = ['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}'];
    if message.is_ascii() || !message.contains(TYPOGRAPHIC) {
        return Cow::Borrowed(message);
    }
    let single = message.replace(['\u{2018}', '\u{2019}'], "'");
    Cow::Owned(single.replace(['\u{201c}', '\u{201d}'], "\""))
}

/// The items of a list in words: the quoted texts, and the words between commas, "and" and "or".
fn listed(text: &str) -> Vec<String> {
    let pieces = text.split(['\'', '"', '`']).enumerate();
    let items = pieces.flat_map(|(at, piece)| {
        let words: Vec<&str> = match at % 2 {
            1 => vec![piece],
            _ => piece.split([',', ' ', '-']).collect::<Vec<_>>(),
        };
        words
    });
    let is_item = |item: &&str| !matches!(*item, "" | "and" | "or");
    items.filter(is_item).map(str::to_owned).collect()
}
