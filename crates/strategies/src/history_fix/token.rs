//! The words and operators of lines, and where two texts differ in them.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::code_words::is_word;

/// A word, number or operator of some lines.
#[derive(Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) at: Range<usize>,
    /// The blanks behind it.
    pub(super) gap: &'t str,
}

pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    const JOINED: [char; 7] = ['&', '=', '>', '|', '?', '/', '<'];
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first.is_whitespace() {
            let length = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            if let Some(last) = tokens.last_mut() {
                last.gap = &rest[..length];
            }
            rest = &rest[length..];
            continue;
        } else if JOINED.contains(&first) || first == '!' && rest[1..].starts_with('=') {
            let behind = &rest[first.len_utf8()..];
            let more = behind.find(|c| !JOINED.contains(&c)).unwrap_or(behind.len());
            first.len_utf8() + more
        } else {
            first.len_utf8()
        };
        tokens.push(Token {
            text: &rest[..length],
            at: at..at + length,
            gap: "",
        });
        rest = &rest[length..];
    }
    tokens
}

/// Where other tokens stand.
pub(super) fn changes(before: &[Token<'_>], after: &[Token<'_>]) -> Vec<DiffOp> {
    let texts = |tokens: &[Token<'_>]| {
        tokens
            .iter()
            .map(|token| token.text.to_owned())
            .collect::<Vec<_>>()
    };
    let ops = capture_diff_slices(Algorithm::Myers, &texts(before), &texts(after));
    let is_change = |op: &DiffOp| !matches!(op, DiffOp::Equal { .. });
    ops.into_iter().filter(is_change).collect()
}

/// The text of tokens with the blanks behind them.
pub(super) fn joined(tokens: &[Token<'_>]) -> String {
    tokens.iter().flat_map(|token| [token.text, token.gap]).collect()
}
