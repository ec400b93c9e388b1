//! The pattern of a change.

use serde::{Deserialize, Serialize};

/// One change: lines that must stand there, and lines that replace them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Hunk {
    /// The place of the lines.
    pub anchor: Anchor,
    /// The lines that must stand there. Empty for an import, which is added to the other imports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old: Vec<TemplateLine>,
    /// The lines that replace them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<TemplateLine>,
}

/// The place of a change in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Anchor {
    /// At the line that the diagnostic reports.
    Reported,
    /// Close to the line that the diagnostic reports.
    Near,
    /// Anywhere in the file.
    File,
    /// After the imports at the top of the file.
    Imports,
}

/// A line of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TemplateLine {
    /// Levels of indentation, relative to the first line that is replaced.
    #[serde(default)]
    pub indent: i32,
    /// The tokens of the line; none for an empty line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A token of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Piece {
    /// This token and no other.
    Is(String),
    /// Space; its width does not matter.
    Space(String),
    /// The content of the hole with this number.
    Hole(usize),
}

impl TemplateLine {
    /// The pieces without the spaces.
    pub(super) fn solid(&self) -> Vec<&Piece> {
        let pieces = self.pieces.iter();
        pieces.filter(|piece| !matches!(piece, Piece::Space(_))).collect()
    }

    /// Returns the number of tokens that must match exactly.
    pub(super) fn fixed(&self) -> usize {
        let pieces = self.pieces.iter();
        pieces.filter(|piece| matches!(piece, Piece::Is(_))).count()
    }
}

impl std::fmt::Display for TemplateLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Is(text) => f.write_str(text),
            Piece::Space(_) => f.write_str(" "),
            Piece::Hole(number) => write!(f, "‹{}›", number + 1),
        })
    }
}
