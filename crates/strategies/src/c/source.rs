//! A C or C++ text with its tokens and brackets.

use std::ops::Range;

use unbreak_core::Location;

use super::token::{Kind, Token, tokens};
use crate::reading::Reading;

/// A C or C++ text, broken or not.
pub(super) type Source<'a> = Reading<'a, Token>;

impl<'a> Reading<'a, Token> {
    pub(super) fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        let partners = partners(text, &tokens);
        Self::of(text, tokens, partners)
    }

    pub(super) fn is_name(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Word) && !super::words::is_keyword(self.word(index))
    }

    /// The first token that ends behind a place.
    pub(super) fn token_at_place(&self, place: &Location) -> Option<usize> {
        let offset = self.lines.offset(self.text, place.line?, place.column?)?;
        Some(self.token_at(offset))
    }

    /// The bytes of a range of tokens.
    pub(super) fn span(&self, tokens: Range<usize>) -> Range<usize> {
        self.start(tokens.start)..self.end_before(tokens.end).max(self.start(tokens.start))
    }

    /// The text of a range of tokens.
    pub(super) fn between(&self, tokens: Range<usize>) -> &'a str {
        &self.text[self.span(tokens)]
    }

    /// The innermost open bracket of this kind (`(`, `[`, `{`) around a token.
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

    /// Returns whether a bracket belongs to a `for`.
    pub(super) fn is_for(&self, open: usize) -> bool {
        self.word(open) == "(" && self.word_before(open) == "for"
    }

    /// A comma as the text writes it.
    pub(super) fn comma(&self) -> &'static str {
        match self.text.matches(", ").count() * 2 > self.text.matches(',').count() {
            true => ", ",
            false => ",",
        }
    }

    /// The bytes of the tokens, without comments and white space.
    pub(super) fn solid(&self) -> usize {
        self.tokens.iter().map(|token| token.range.len()).sum()
    }

    /// Indices of the tokens that are this word.
    pub(super) fn all<'s>(&'s self, word: &'s str) -> impl Iterator<Item = usize> + 's {
        (0..self.tokens.len()).filter(move |&index| self.word(index) == word)
    }
}

/// Pairs the brackets. One of the wrong kind closes nothing; a `;` or a brace ends round and square
/// brackets that a statement left open.
fn partners(text: &str, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Mark {
            continue;
        }
        let word = |index: usize| &text[tokens[index].range.clone()];
        match word(index) {
            "(" | "[" | "{" => open.push(index),
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

/// Returns whether a directive includes a header.
pub(super) fn includes(directive: &str, header: &str) -> bool {
    let names_it = || {
        let forms = [format!("<{header}>"), format!("\"{header}\"")];
        forms.iter().any(|form| directive.contains(form.as_str()))
    };
    directive.contains("include") && names_it()
}
