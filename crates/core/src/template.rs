//! A verified fix without the names of its file, so that only the mistake remains.
//!
//! A [`Template`] is made from a diagnostic and the text of a file before and after a fix
//! ([`Template::make`]). It holds the lines that the fix replaced as patterns, in which names, literals and
//! indentation of the file are holes. If another diagnostic says the same about another file,
//! [`Template::instantiate`] looks for the one place that matches and returns the edits for it.
//!
//! A template knows no language. Words are names if the file binds them ([`bound`]); all other words
//! (keywords, library functions, members of foreign types) stay as they are. So `len(items) + 1` also matches
//! `len(rows) + 1`, and does not match `max(rows) + 1`.
//!
//! A template proposes an edit for exactly one place, or none. Only a run of the command can show whether the
//! edit is right.

mod abstraction;
mod bound;
mod changes;
mod hunk;
mod instantiate;
mod lexicon;
mod make;
mod matching;
mod place;
mod token;
mod validate;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, ErrorType};
use crate::signature::{Signature, named, normalise};

pub use self::hunk::{Anchor, Hunk, Piece, TemplateLine};
pub use self::instantiate::Instance;
pub use self::validate::TemplateError;

/// A fix without the names of its file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Template {
    /// The type of the error it fixes.
    #[serde(rename = "type")]
    pub error_type: ErrorType,
    /// The code of the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The message without names, numbers and values.
    pub message: String,
    /// The condition for each name that the message quotes, in the order of the message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<Mention>,
    /// The family of the file's language, by its extension: `py`, `js`, `c`.
    pub language: String,
    /// The kind of each hole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<HoleKind>,
    /// The changes, from the top of the file to its end.
    pub hunks: Vec<Hunk>,
    /// Names that the new text uses and the file must have already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

/// The condition for a name that a message quotes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mention {
    /// It equals the content of this hole.
    Hole(usize),
    /// It is this word.
    Is(String),
    /// It may be anything.
    Any,
}

/// The kind of text that a hole matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HoleKind {
    /// A name, or a path of names: `rows`, `self.rows`.
    Name,
    /// The name of a member, after a dot or an arrow.
    Member,
    /// A number.
    Number,
    /// A text in quotes.
    Text,
}

impl Template {
    /// The key of the failures that it fixes.
    pub fn key(&self) -> Signature {
        key(self.error_type, self.code.as_deref(), &self.message)
    }

    /// The key by which templates for a diagnostic are found: like [`Signature`], without the place.
    pub fn key_of(diagnostic: &Diagnostic) -> Signature {
        key(
            diagnostic.error_type,
            diagnostic.code.as_deref(),
            &said(diagnostic),
        )
    }

    /// Its change in one line: the first line that changes, before and after.
    pub fn summary(&self) -> String {
        let hunk = self.hunks.first();
        let line = |lines: Option<&Vec<TemplateLine>>, other: Option<&Vec<TemplateLine>>| {
            let lines = lines.map_or(&[][..], Vec::as_slice);
            let other = other.map_or(&[][..], Vec::as_slice);
            let changed = lines
                .iter()
                .find(|line| !other.contains(line) && !line.pieces.is_empty());
            changed.map(ToString::to_string)
        };
        let (old, new) = (hunk.map(|hunk| &hunk.old), hunk.map(|hunk| &hunk.new));
        match (line(old, new), line(new, old)) {
            (Some(old), Some(new)) => format!("replace `{old}` with `{new}`"),
            (Some(old), None) => format!("remove `{old}`"),
            (None, Some(new)) => format!("add `{new}`"),
            (None, None) => "change the indentation".to_owned(),
        }
    }
}

fn key(error_type: ErrorType, code: Option<&str>, message: &str) -> Signature {
    let code = code.unwrap_or_default();
    Signature::read(format!("{}|{code}|{message}", error_type.as_str()))
}

/// The first line of a message without names, numbers and values: the length of a list, for example, says
/// nothing about the mistake.
fn said(diagnostic: &Diagnostic) -> String {
    let mut message = normalise(&lexicon::UNQUOTED.replace(first_line(diagnostic), "'_'${rest}"));
    loop {
        let shorter = lexicon::VALUES.replace_all(&message, "0").into_owned();
        if shorter == message {
            return message;
        }
        message = shorter;
    }
}

fn first_line(diagnostic: &Diagnostic) -> &str {
    let mut lines = diagnostic.message.lines().filter(|line| !line.trim().is_empty());
    lines.next().unwrap_or_default()
}

/// The names that the first line of a message quotes or calls, without their quotes. An assertion quotes values
/// and conditions, which say nothing about the mistake.
fn mentioned(diagnostic: &Diagnostic) -> Vec<&str> {
    if diagnostic.error_type == ErrorType::Assertion {
        return Vec::new();
    }
    let line = first_line(diagnostic);
    if let Some(found) = lexicon::UNQUOTED.captures(line) {
        return found.name("name").into_iter().map(|name| name.as_str()).collect();
    }
    named(line)
        .map(|name| name.trim_end_matches("()"))
        .map(|name| name.trim_matches(['\'', '"', '`', '‘', '’']))
        .collect()
}

/// The family of a file's language, by its extension; files of one family share templates.
fn language(file: &str) -> Option<&'static str> {
    let (_, extension) = file.rsplit('/').next()?.rsplit_once('.')?;
    let families = lexicon::LANGUAGES.iter();
    let mut found = families.filter(|extensions| extensions.contains(&extension));
    found.next().and_then(|extensions| extensions.first().copied())
}
