//! `W605`: backslashes in Python's texts that escape nothing.
//!
//! A text without any escape becomes a raw one; in the others the backslashes are doubled. Both keep the value, and
//! ruff's fix for the rule is the same.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;
use ruff_text_size::Ranged;
use unbreak_core::{Edit, FixError};

use super::spot::Spot;
use crate::python::source::Source;

/// A text in the source, with the parts of it in which escapes count.
struct Literal<'a> {
    range: Range<usize>,
    prefix: &'a str,
    parts: Vec<Range<usize>>,
}

/// The edits for the texts on the line of a finding. The compiler stops at the first, and would refuse all others.
pub(super) fn written_out(spot: &Spot<'_>, code: &str) -> Result<Vec<Edit>, FixError> {
    let source = spot.source;
    let line = source.line(spot.line).unwrap_or_default();
    let is_whole = code == "SyntaxError";
    let mut edits = Vec::new();
    for literal in literals(source) {
        if is_whole || literal.range.start < line.end && line.start < literal.range.end {
            write_out(source, &literal, &mut edits)?;
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
        let mut rest = source.text()[part.clone()].char_indices();
        while let Some((at, c)) = rest.next() {
            if c != '\\' {
                continue;
            }
            match rest.next() {
                Some((_, escaped)) if is_escape(escaped, has('b')) => has_escape = true,
                _ => wrong.push(part.start + at),
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
        edits.push(source.insert(literal.range.start, "r")?);
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
        let range = token.start().to_usize()..token.end().to_usize();
        let text = source.slice(token);
        let prefix = &text[..text.find(['"', '\'']).unwrap_or_default()];
        match token.kind() {
            TokenKind::String => {
                let body = range.start + prefix.len()..range.end;
                found.push(Literal {
                    range,
                    prefix,
                    parts: vec![body],
                });
            }
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
                    literal.range.end = range.end;
                    found.push(literal);
                }
            }
            _ => {}
        }
    }
    found
}
