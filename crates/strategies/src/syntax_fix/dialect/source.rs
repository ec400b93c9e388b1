//! A text with everything that reading it gave: tokens, lines, which brackets belong together.

use std::ops::Range;

use super::lex::{Kind, Lexis, Token, read};
use crate::lines::Lines;

/// A text, broken or not.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) comments: Vec<Range<usize>>,
    pub(super) lines: Lines,
    /// For each bracket its partner.
    partners: Vec<Option<usize>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str, lexis: &Lexis) -> Self {
        let (tokens, comments) = read(text, lexis);
        let partners = partners(text, &tokens);
        Self {
            text,
            tokens,
            comments,
            lines: Lines::of(text),
            partners,
        }
    }

    /// The text of a token; nothing beyond the last.
    pub(super) fn word(&self, index: usize) -> &'a str {
        self.tokens
            .get(index)
            .map_or("", |token| &self.text[token.range.clone()])
    }

    /// The text of the token before; nothing before the first.
    pub(super) fn word_before(&self, index: usize) -> &'a str {
        index.checked_sub(1).map_or("", |before| self.word(before))
    }

    pub(super) fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// Whether a token is this mark, and not a text that looks like it.
    pub(super) fn is_mark(&self, index: usize, mark: &str) -> bool {
        self.kind(index) == Some(Kind::Mark) && self.word(index) == mark
    }

    /// The byte at which a token begins; the end of the text beyond the last.
    pub(super) fn start(&self, index: usize) -> usize {
        self.tokens
            .get(index)
            .map_or(self.text.len(), |token| token.range.start)
    }

    /// The byte after the token before `index`.
    pub(super) fn end_before(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or(0, |token| token.range.end)
    }

    pub(super) fn range(&self, index: usize) -> Range<usize> {
        let end = self.text.len();
        self.tokens
            .get(index)
            .map_or(end..end, |token| token.range.clone())
    }

    /// The first token that ends after a byte.
    pub(super) fn token_at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.range.end <= offset)
    }

    /// The bracket that belongs to the one at `index`.
    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    /// Brackets that no other belongs to.
    pub(super) fn unmatched(&self) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(|&at| self.is_bracket(at) && self.partner(at).is_none())
    }

    pub(super) fn is_bracket(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Mark) && "([{)]}".contains(self.word(index))
    }

    /// The line (1-based) on which a token begins.
    pub(super) fn line(&self, index: usize) -> u32 {
        self.lines.line_of(self.start(index))
    }

    /// Whether a token is the first of its line.
    pub(super) fn begins_line(&self, index: usize) -> bool {
        index == 0 || self.text[self.end_before(index)..self.start(index)].contains('\n')
    }

    /// The indices of the tokens on the line of a token.
    pub(super) fn line_tokens(&self, index: usize) -> Range<usize> {
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
    pub(super) fn indent(&self, index: usize) -> usize {
        let start = self.start(self.line_tokens(index).start);
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text[begin..start].chars().fold(0, |columns, c| match c {
            '\t' => columns / 4 * 4 + 4,
            _ => columns + 1,
        })
    }

    /// A range with the whole of its line when nothing else stands there.
    pub(super) fn with_layout(&self, range: Range<usize>) -> Range<usize> {
        let start = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[range.end..]
            .find('\n')
            .map_or(self.text.len(), |at| range.end + at + 1);
        let alone =
            self.text[start..range.start].trim().is_empty() && self.text[range.end..end].trim().is_empty();
        if alone { start..end } else { range }
    }

    /// The bytes of the tokens, without the lines that are comments in one language or another.
    pub(super) fn solid(&self) -> usize {
        let mut in_comment = false;
        let tokens = self.tokens.iter().enumerate().filter(|(at, token)| {
            if self.begins_line(*at) {
                let rest = &self.text[token.range.start..];
                in_comment = ["//", "#", "/*", "*", "--"]
                    .iter()
                    .any(|start| rest.starts_with(start));
            }
            !in_comment
        });
        tokens.map(|(_, token)| token.range.len()).sum()
    }
}

/// The bracket that closes another.
pub(super) fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// The bracket that opens what another closes.
pub(super) fn opening(close: &str) -> &'static str {
    match close {
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

/// Which brackets belong together. One of the wrong kind closes nothing, unless it is a brace: that
/// ends round and square brackets that were left open.
fn partners(text: &str, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let word = |index: usize| &text[tokens[index].range.clone()];
    for (index, _) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind == Kind::Mark)
    {
        match word(index) {
            "(" | "[" | "{" => open.push(index),
            close @ (")" | "]" | "}") => {
                let depth = open.iter().rposition(|&at| word(at) == opening(close));
                let reach = if close == "}" { usize::MAX } else { 1 };
                if let Some(depth) = depth.filter(|depth| open.len() - depth <= reach) {
                    partners[index] = Some(open[depth]);
                    partners[open[depth]] = Some(index);
                    open.truncate(depth);
                }
            }
            _ => {}
        }
    }
    partners
}
