//! The place of a finding in a file.

use std::ops::Range;

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{Diagnostic, Edit, ErrorType, FixError};

use crate::python::source::Source;

/// The place that a linter points to.
pub(super) struct Spot<'a> {
    pub(super) source: &'a Source,
    /// 1-based.
    pub(super) line: u32,
    /// The byte it points at; the line's first where it names no column.
    pub(super) offset: usize,
    reach: Reach,
    /// The linter's message.
    pub(super) message: &'a str,
}

/// What a finding is about.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// What is at its column.
    Place,
    /// Whatever of its kind begins on the line: it names no column.
    Line,
    /// All of its kind: the compiler stops at the first.
    File,
}

impl<'a> Spot<'a> {
    /// `None` when the file has no such place.
    pub(super) fn new(source: &'a Source, diagnostic: &'a Diagnostic) -> Option<Self> {
        let (line, column) = (diagnostic.location.line?, diagnostic.location.column);
        let start = source.line(line)?.start;
        let offset = match column {
            Some(column) => source.offset(line, column)?,
            None => start,
        };
        Some(Self {
            source,
            line,
            offset,
            reach: match column {
                _ if diagnostic.error_type == ErrorType::Syntax => Reach::File,
                Some(_) => Reach::Place,
                None => Reach::Line,
            },
            message: &diagnostic.message,
        })
    }

    /// Returns whether the finding may be about a part of the file.
    pub(super) fn covers(&self, range: TextRange) -> bool {
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        match self.reach {
            Reach::Place => start <= self.offset && self.offset <= end,
            Reach::Line => self.source.line_of(range.start()) == self.line,
            Reach::File => true,
        }
    }

    /// Returns whether it is about one place, the innermost that it covers.
    pub(super) fn is_place(&self) -> bool {
        self.reach == Reach::Place
    }

    /// A line's text without its end, and the bytes it takes.
    pub(super) fn line_text(&self, line: u32) -> Option<(&'a str, Range<usize>)> {
        let range = self.source.line(line)?;
        let text = self.source.text()[range.clone()].trim_end_matches(['\n', '\r']);
        Some((text, range.start..range.start + text.len()))
    }

    /// Returns whether the byte is in a string that spans several lines: white space there has meaning.
    pub(super) fn is_in_string(&self) -> bool {
        self.source.tokens().iter().any(|token| {
            let is_text = matches!(
                token.kind(),
                TokenKind::String | TokenKind::FStringMiddle | TokenKind::TStringMiddle
            );
            is_text && token.start().to_usize() < self.offset && self.offset < token.end().to_usize()
        })
    }

    /// The tokens left and right of the place that have text of their own.
    pub(super) fn neighbours(&self) -> (Option<&'a Token>, Option<&'a Token>) {
        let at = TextSize::new(u32::try_from(self.offset).unwrap_or(u32::MAX));
        let written = |token: &&Token| !token.range().is_empty();
        let tokens = self.source.tokens();
        let left = tokens
            .iter()
            .filter(written)
            .take_while(|token| token.end() <= at)
            .last();
        let right = tokens.iter().filter(written).find(|token| token.start() >= at);
        (left, right)
    }

    /// The token that begins at the place, or that it is in.
    pub(super) fn token(&self) -> Option<&'a Token> {
        let at = TextSize::new(u32::try_from(self.offset).unwrap_or(u32::MAX));
        let mut tokens = self.source.tokens().iter();
        tokens.find(|token| token.range().contains(at))
    }

    /// Replaces the text between two places; returns nothing when it is the same already.
    pub(super) fn set(&self, range: Range<usize>, text: &str) -> Result<Option<Edit>, FixError> {
        if self.source.text().get(range.clone()) == Some(text) {
            return Ok(None);
        }
        self.source.replace_bytes(range, text).map(Some)
    }
}
