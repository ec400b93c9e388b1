//! Checks templates that were read from a file.

use super::hunk::{Anchor, Hunk, Piece, TemplateLine};
use super::lexicon::LANGUAGES;
use super::make::{MOST_HUNKS, MOST_LINES};
use super::{Mention, Template};

/// The most holes of a template.
const MOST_HOLES: usize = 32;

/// The most tokens of a line.
const MOST_PIECES: usize = 200;

/// The fault of a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct TemplateError {
    field: String,
    reason: &'static str,
}

impl TemplateError {
    /// The field that is wrong, as a path: `hunks[0].old`.
    pub fn field(&self) -> &str {
        &self.field
    }
}

fn wrong(field: impl Into<String>, reason: &'static str) -> Result<(), TemplateError> {
    Err(TemplateError {
        field: field.into(),
        reason,
    })
}

impl Template {
    /// Checks a template that was read from a file.
    ///
    /// # Errors
    /// If it names holes that it does not have, is too large, or changes nothing.
    pub fn validate(&self) -> Result<(), TemplateError> {
        if !LANGUAGES.iter().any(|family| family[0] == self.language) {
            return wrong("language", "is not the name of a family of languages");
        }
        if self.holes.len() > MOST_HOLES {
            return wrong("holes", "are more than 32");
        }
        if self.hunks.is_empty() || self.hunks.len() > MOST_HUNKS {
            return wrong("hunks", "must be between 1 and 4");
        }
        let is_hole = |mention: &Mention| matches!(mention, Mention::Hole(hole) if *hole >= self.holes.len());
        if self.mentions.iter().any(is_hole) {
            return wrong("mentions", "name a hole that is not there");
        }
        let mut hunks = self.hunks.iter().enumerate();
        hunks.try_for_each(|(at, hunk)| self.validate_hunk(at, hunk))
    }

    fn validate_hunk(&self, at: usize, hunk: &Hunk) -> Result<(), TemplateError> {
        let is_import = hunk.anchor == Anchor::Imports;
        if hunk.old.is_empty() != is_import {
            return wrong(
                format!("hunks[{at}].old"),
                "must have lines, except for an import, which must have none",
            );
        }
        if hunk.old == hunk.new {
            return wrong(format!("hunks[{at}].new"), "must differ from the old lines");
        }
        for (name, lines) in [("old", &hunk.old), ("new", &hunk.new)] {
            if lines.len() > MOST_LINES + 1 {
                return wrong(format!("hunks[{at}].{name}"), "are too many lines");
            }
            for (line, pieces) in lines.iter().enumerate() {
                if let Some(reason) = self.fault(pieces) {
                    return wrong(format!("hunks[{at}].{name}[{line}]"), reason);
                }
            }
        }
        Ok(())
    }

    fn fault(&self, line: &TemplateLine) -> Option<&'static str> {
        let is_broken = |piece: &Piece| match piece {
            Piece::Is(text) => text.is_empty() || text.contains(['\n', '\r']),
            Piece::Space(text) => text.contains(['\n', '\r']) || !text.trim().is_empty(),
            Piece::Hole(hole) => *hole >= self.holes.len(),
        };
        match () {
            () if line.pieces.len() > MOST_PIECES => Some("has more than 200 tokens"),
            () if line.indent.unsigned_abs() > 64 => Some("is indented too far"),
            () if line.pieces.iter().any(is_broken) => {
                Some("holds an empty token, a line feed, or a hole that is not there")
            }
            () => None,
        }
    }
}
