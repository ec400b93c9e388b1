//! A text as it was read, with its comments, and which of its brackets belong together.

use std::ops::{Deref, Range};

use super::lex::{Kind, Lexis, Token, read};
use crate::reading::Reading;

/// A text, broken or not.
pub(super) struct Source<'a> {
    reading: Reading<'a, Token>,
    pub(super) comments: Vec<Range<usize>>,
}

impl<'a> Deref for Source<'a> {
    type Target = Reading<'a, Token>;

    fn deref(&self) -> &Self::Target {
        &self.reading
    }
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str, lexis: &Lexis) -> Self {
        let (tokens, comments) = read(text, lexis);
        let partners = partners(text, &tokens);
        Self {
            reading: Reading::of(text, tokens, partners),
            comments,
        }
    }

    /// Returns whether a token is this mark, and not a text that looks like it.
    pub(super) fn is_mark(&self, index: usize, mark: &str) -> bool {
        self.kind(index) == Some(Kind::Mark) && self.word(index) == mark
    }

    /// Brackets that no other belongs to.
    pub(super) fn unmatched(&self) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(|&at| self.is_bracket(at) && self.partner(at).is_none())
    }

    pub(super) fn is_bracket(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Mark) && "([{)]}".contains(self.word(index))
    }

    /// Returns whether most commas have a blank or a line's end behind them.
    pub(super) fn spaces_commas(&self) -> bool {
        let behind = self.text.split(',').skip(1);
        let spaced = behind
            .clone()
            .filter(|rest| rest.starts_with([' ', '\n', '\r']))
            .count();
        spaced * 2 >= behind.count()
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

/// The opening bracket for a closing one.
pub(super) fn opening(close: &str) -> &'static str {
    match close {
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

/// Pairs the brackets. One of the wrong kind closes nothing, unless it is a brace, which ends round
/// and square brackets that were left open.
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
