//! A briefing: the pieces of a project that a model needs to repair a failure.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::model::estimated_tokens_of;
use crate::path::RelPath;

/// Gathers briefings.
#[async_trait]
pub trait Briefer: Send + Sync {
    /// The most useful pieces for repairing an analysis, within a number of tokens.
    ///
    /// `focus` picks one of several localisations, from 0: if more than one place may be at fault, each
    /// number puts another place first.
    async fn brief(&self, analysis: &Analysis, tokens: u64, focus: usize) -> Briefing;
}

/// The pieces of a project that a model gets to see, the most useful first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Briefing {
    /// The pieces, in the order of their use.
    pub pieces: Vec<BriefingPiece>,
    /// The number of pieces that did not fit.
    #[serde(default)]
    pub left_out: usize,
}

/// One piece of a briefing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BriefingPiece {
    /// The reason why it is there, as a heading: "function on the stack".
    pub reason: String,
    /// The file and the lines (1-based) that it shows, if it is an excerpt of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<Excerpt>,
    /// The text.
    pub text: String,
}

/// Whole lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The file.
    pub file: RelPath,
    /// The lines, 1-based.
    pub lines: RangeInclusive<usize>,
}

impl Excerpt {
    /// Returns whether it shows a line of a file.
    pub fn shows(&self, file: &RelPath, line: usize) -> bool {
        &self.file == file && self.lines.contains(&line)
    }
}

impl BriefingPiece {
    /// A text that is not an excerpt.
    pub fn text(reason: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            excerpt: None,
            text: text.into(),
        }
    }

    /// Lines of a file.
    pub fn excerpt(reason: impl Into<String>, excerpt: Excerpt, text: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            excerpt: Some(excerpt),
            text: text.into(),
        }
    }

    /// The estimated size in tokens, with the heading.
    pub fn tokens(&self) -> u64 {
        const HEADING: usize = 24;
        let file = self
            .excerpt
            .as_ref()
            .map_or(0, |excerpt| excerpt.file.as_str().len());
        estimated_tokens_of(self.reason.len() + file + self.text.len() + HEADING)
    }
}

impl Briefing {
    /// Returns the pieces that fit into a number of tokens, in their order. A piece that is too long is left
    /// out; shorter ones after it are still considered.
    pub fn fit(pieces: Vec<BriefingPiece>, tokens: u64) -> Self {
        let mut briefing = Self::default();
        let mut left = tokens;
        for piece in pieces {
            match left.checked_sub(piece.tokens()) {
                Some(rest) => {
                    left = rest;
                    briefing.pieces.push(piece);
                }
                None => briefing.left_out += 1,
            }
        }
        briefing
    }

    /// The excerpts of files.
    pub fn excerpts(&self) -> impl Iterator<Item = &Excerpt> {
        self.pieces.iter().filter_map(|piece| piece.excerpt.as_ref())
    }

    /// The text for a prompt: each piece with its file, its lines and its reason.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            let body = piece.text.trim_end_matches('\n');
            let _ = match &piece.excerpt {
                Some(Excerpt { file, lines }) => write!(
                    text,
                    "### {file}, lines {}-{}: {}\n```\n{body}\n```\n\n",
                    lines.start(),
                    lines.end(),
                    piece.reason
                ),
                None => write!(text, "### {}\n{body}\n\n", piece.reason),
            };
        }
        text
    }
}
