//! A text with its tokens, lines and pairs of brackets.

use std::ops::Range;

use crate::lines::Lines;

/// A piece of a text, of some language's kinds.
pub(crate) trait Token {
    /// The kinds of token.
    type Kind: Copy + PartialEq;

    fn kind(&self) -> Self::Kind;

    /// Its bytes.
    fn range(&self) -> &Range<usize>;
}

/// A text, broken or not.
pub(crate) struct Reading<'a, T> {
    pub(crate) text: &'a str,
    pub(crate) tokens: Vec<T>,
    pub(crate) lines: Lines,
    /// The partner of each bracket.
    partners: Vec<Option<usize>>,
}

impl<'a, T: Token> Reading<'a, T> {
    /// Creates a reading from a text's tokens and, for each of them, the bracket that belongs to it.
    pub(crate) fn of(text: &'a str, tokens: Vec<T>, partners: Vec<Option<usize>>) -> Self {
        Self {
            text,
            tokens,
            lines: Lines::of(text),
            partners,
        }
    }

    /// The text of a token; nothing beyond the last.
    pub(crate) fn word(&self, index: usize) -> &'a str {
        &self.text[self.range(index)]
    }

    /// The text of the token before; nothing before the first.
    pub(crate) fn word_before(&self, index: usize) -> &'a str {
        index.checked_sub(1).map_or("", |before| self.word(before))
    }

    pub(crate) fn kind(&self, index: usize) -> Option<T::Kind> {
        self.tokens.get(index).map(Token::kind)
    }

    /// The bytes of a token; the end of the text beyond the last.
    pub(crate) fn range(&self, index: usize) -> Range<usize> {
        let end = self.text.len();
        let token = self.tokens.get(index);
        token.map_or(end..end, |token| token.range().clone())
    }

    /// The byte at which a token begins; the end of the text beyond the last.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.range(index).start
    }

    /// The byte after the token before `index`.
    pub(crate) fn end_before(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or(0, |token| token.range().end)
    }

    /// The first token that ends after a byte.
    pub(crate) fn token_at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.range().end <= offset)
    }

    /// The bracket that belongs to the one at `index`.
    pub(crate) fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    /// The line (1-based) on which a token begins.
    pub(crate) fn line(&self, index: usize) -> u32 {
        self.lines.line_of(self.start(index))
    }

    /// Returns whether a token is the first of its line.
    pub(crate) fn begins_line(&self, index: usize) -> bool {
        index == 0 || self.text[self.end_before(index)..self.start(index)].contains('\n')
    }

    /// The indices of the tokens on the line of a token.
    pub(crate) fn line_tokens(&self, index: usize) -> Range<usize> {
        let mut start = index.min(self.tokens.len());
        while start > 0 && !self.begins_line(start) {
            start -= 1;
        }
        let mut end = start + 1;
        while end < self.tokens.len() && !self.begins_line(end) {
            end += 1;
        }
        start..end.min(self.tokens.len())
    }

    /// Columns before the first token of the line of a token; a tab counts to the next multiple of 4.
    pub(crate) fn indent(&self, index: usize) -> usize {
        let start = self.start(self.line_tokens(index).start);
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text[begin..start].chars().fold(0, |columns, c| match c {
            '\t' => columns / 4 * 4 + 4,
            _ => columns + 1,
        })
    }

    /// A range with the whole of its line when nothing else is there.
    pub(crate) fn with_layout(&self, range: Range<usize>) -> Range<usize> {
        let start = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[range.end..]
            .find('\n')
            .map_or(self.text.len(), |at| range.end + at + 1);
        let alone =
            self.text[start..range.start].trim().is_empty() && self.text[range.end..end].trim().is_empty();
        if alone { start..end } else { range }
    }
}
