//! A text with everything that reading it gave: tokens, lines, which brackets belong together.

use std::ops::Range;

use super::token::{Kind, Token, tokens};
use crate::lines::Lines;

/// A C or C++ text, broken or not.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) lines: Lines,
    /// For each bracket its partner.
    partners: Vec<Option<usize>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        let partners = partners(text, &tokens);
        Self {
            text,
            lines: Lines::of(text),
            tokens,
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

    pub(super) fn is_name(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Word) && !super::words::is_keyword(self.word(index))
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

    /// The bytes of a range of tokens.
    pub(super) fn span(&self, tokens: Range<usize>) -> Range<usize> {
        self.start(tokens.start)..self.end_before(tokens.end).max(self.start(tokens.start))
    }

    /// The text of a range of tokens.
    pub(super) fn between(&self, tokens: Range<usize>) -> &'a str {
        &self.text[self.span(tokens)]
    }

    /// The first token that ends after a byte.
    pub(super) fn token_at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.range.end <= offset)
    }

    /// The bracket that belongs to the one at `index`.
    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
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
        let line = self.line_tokens(index).start;
        let start = self.start(line);
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text[begin..start].chars().fold(0, |columns, c| match c {
            '\t' => columns / 4 * 4 + 4,
            _ => columns + 1,
        })
    }

    /// The innermost open bracket around a token, counting only those of this kind (`(`, `[`, `{`).
    pub(super) fn enclosing(&self, index: usize, open: &str) -> Option<usize> {
        let mut at = index;
        while at > 0 {
            at -= 1;
            match self.partner(at) {
                Some(partner) if partner < at => at = partner,
                _ if self.word(at) == open && self.kind(at) == Some(Kind::Mark) => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// The first token of the statement that a token is in: after `;`, `{`, `}` or a header.
    pub(super) fn statement_start(&self, index: usize) -> usize {
        let mut at = index;
        while at > 0 {
            let before = at - 1;
            match self.word(before) {
                ";" if self.enclosing(before, "(").is_none_or(|open| !self.is_for(open)) => break,
                "{" | "}" => break,
                _ if self.kind(before) == Some(Kind::Directive) => break,
                ")" => at = self.partner(before).unwrap_or(before),
                _ => at = before,
            }
        }
        at
    }

    /// Whether a bracket is that of a `for`.
    pub(super) fn is_for(&self, open: usize) -> bool {
        self.word(open) == "(" && self.word_before(open) == "for"
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

    /// A comma as the text writes it.
    pub(super) fn comma(&self) -> &'static str {
        match self.text.matches(", ").count() * 2 > self.text.matches(',').count() {
            true => ", ",
            false => ",",
        }
    }

    /// The bytes of the tokens: what is neither comment nor white space.
    pub(super) fn solid(&self) -> usize {
        self.tokens.iter().map(|token| token.range.len()).sum()
    }

    /// Indices of the tokens that are this word.
    pub(super) fn all<'s>(&'s self, word: &'s str) -> impl Iterator<Item = usize> + 's {
        (0..self.tokens.len()).filter(move |&index| self.word(index) == word)
    }
}

/// Which brackets belong together. One of the wrong kind closes nothing; a `;` or a brace ends
/// round and square brackets that a statement left open.
fn partners(text: &str, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Mark {
            continue;
        }
        let word = |index: usize| &text[tokens[index].range.clone()];
        match word(index) {
            "(" | "[" => open.push(index),
            "{" => open.push(index),
            closing @ (")" | "]" | "}") => {
                let opening = match closing {
                    ")" => "(",
                    "]" => "[",
                    _ => "{",
                };
                if opening == "{" {
                    while open.last().is_some_and(|&top| word(top) != "{") {
                        open.pop();
                    }
                }
                if open.last().is_some_and(|&top| word(top) == opening)
                    && let Some(top) = open.pop()
                {
                    partners[index] = Some(top);
                    partners[top] = Some(index);
                }
            }
            _ => {}
        }
    }
    partners
}
