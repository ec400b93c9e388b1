//! The pattern of a change.

use serde::{Deserialize, Serialize};

/// One change: lines that must stand there, and lines that replace them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Hunk {
    /// Where the lines stand.
    pub anchor: Anchor,
    /// The lines that must stand there. None for an import, which goes to the other imports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old: Vec<TemplateLine>,
    /// The lines that replace them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<TemplateLine>,
}

/// Where a change stands in the file.
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
    /// Space; how much does not matter.
    Space(String),
    /// What the hole of this number stands for.
    Hole(usize),
}

impl TemplateLine {
    /// The pieces without the spaces.
    pub(super) fn solid(&self) -> Vec<&Piece> {
        let pieces = self.pieces.iter();
        pieces.filter(|piece| !matches!(piece, Piece::Space(_))).collect()
    }

    /// How many tokens must stand there as they are.
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
