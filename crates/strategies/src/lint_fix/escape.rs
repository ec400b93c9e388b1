//! `W605`: backslashes in Python's texts that escape nothing.
//!
//! A text without any escape becomes a raw one; in the others the backslashes are doubled. Both keep the value, and
//! ruff's fix for the rule is the same.

use ruff_python_ast::token::TokenKind;
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, FixError};

use super::spot::Spot;
use crate::python::source::Source;

/// A text in the source, with the parts of it in which escapes count.
struct Literal<'a> {
    range: TextRange,
    prefix: &'a str,
    parts: Vec<TextRange>,
}

/// The edits for the texts that a finding is about.
pub(super) fn written_out(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let mut edits = Vec::new();
    for literal in literals(spot.source) {
        if spot.covers(literal.range) {
            write_out(spot.source, &literal, &mut edits)?;
        }
    }
    Ok(edits)
}

fn write_out(source: &Source, literal: &Literal<'_>, edits: &mut Vec<Edit>) -> Result<(), FixError> {
    let has = |letter: char| literal.prefix.contains([letter, letter.to_ascii_uppercase()]);
    if has('r') {
        return Ok(());
    }
    let (mut wrong, mut has_escape) = (Vec::new(), false);
    for part in &literal.parts {
        let mut rest = source.slice(*part).char_indices();
        while let Some((at, c)) = rest.next() {
            if c != '\\' {
                continue;
            }
            match rest.next() {
                Some((_, escaped)) if is_escape(escaped, has('b')) => has_escape = true,
                _ => wrong.push(part.start().to_usize() + at),
            }
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    // There is no raw text with `u`.
    if has_escape || has('u') {
        for at in wrong {
            edits.push(source.insert(at, "\\")?);
        }
    } else {
        edits.push(source.insert(literal.range.start().to_usize(), "r")?);
    }
    Ok(())
}

/// Python's table of escapes: <https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences>.
const fn is_escape(c: char, is_bytes: bool) -> bool {
    match c {
        '\n' | '\r' | '\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '0'..='7' | 'x' => true,
        'N' | 'u' | 'U' => !is_bytes,
        _ => false,
    }
}

fn literals(source: &Source) -> Vec<Literal<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<Literal<'_>> = Vec::new();
    for token in source.tokens() {
        let range = token.range();
        let text = source.slice(token);
        let prefix = &text[..text.find(['"', '\'']).unwrap_or_default()];
        match token.kind() {
            TokenKind::String => found.push(Literal {
                range,
                prefix,
                parts: vec![range],
            }),
            TokenKind::FStringStart | TokenKind::TStringStart => open.push(Literal {
                range,
                prefix,
                parts: Vec::new(),
            }),
            TokenKind::FStringMiddle | TokenKind::TStringMiddle => {
                if let Some(literal) = open.last_mut() {
                    literal.parts.push(range);
                }
            }
            TokenKind::FStringEnd | TokenKind::TStringEnd => {
                if let Some(mut literal) = open.pop() {
                    literal.range = literal.range.cover(range);
                    found.push(literal);
                }
            }
            _ => {}
        }
    }
    found
}
