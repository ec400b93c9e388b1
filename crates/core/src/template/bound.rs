//! Finds the words that a file binds as names.

use std::collections::BTreeSet;

use super::lexicon::{DECLARERS, IMPORTERS, RESERVED, TYPES};
use super::token::{Token, TokenKind, solid};

/// The names that a text binds: functions, parameters, variables, members. They are found by the neighbours
/// of a word, so some are missed and some uses are taken for bindings; both only affect how general a
/// template is.
pub(super) fn bound(text: &str) -> BTreeSet<&str> {
    text.lines().flat_map(bound_in).collect()
}

/// Returns whether a line imports names from another module.
pub(super) fn is_import(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches('#');
    let first = solid(line).first().map_or("", |token| token.text);
    IMPORTERS.contains(&first) || line.contains("require(")
}

fn bound_in(line: &str) -> Vec<&str> {
    if is_import(line) {
        return Vec::new();
    }
    let tokens = solid(line);
    let names = (0..tokens.len()).filter(|&at| is_name(&tokens, at) && binds(&tokens, at));
    names.map(|at| tokens[at].text).collect()
}

fn is_name(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].kind == TokenKind::Word && !RESERVED.contains(&tokens[at].text)
}

fn binds(tokens: &[Token<'_>], at: usize) -> bool {
    let text = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text);
    let (before, after) = (text(at.checked_sub(1)), text(Some(at + 1)));
    let opened = opener(tokens, at);
    match after {
        // `f(width=3)` names a parameter of another function.
        "=" if opened == Opened::Call => false,
        "=" | ":=" | "=>" | ":" | "<-" => true,
        _ if DECLARERS.contains(&before) => true,
        _ if opened == Opened::Parameters => !matches!(before, "." | ":" | "->" | "=" | "::"),
        ";" | "," | ")" | "[" | "(" => is_type(tokens, at),
        _ => is_loop_variable(tokens, at),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opened {
    /// The parentheses of a definition.
    Parameters,
    /// The parentheses of a call.
    Call,
    /// None, or the parentheses of an expression.
    Nothing,
}

/// The kind of parentheses around a token.
fn opener(tokens: &[Token<'_>], at: usize) -> Opened {
    let mut depth = 0;
    for open in (0..at).rev() {
        match tokens[open].text {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" if depth > 0 => depth -= 1,
            "(" => return kind_of_parentheses(tokens, open),
            "[" | "{" => return Opened::Nothing,
            _ => {}
        }
    }
    Opened::Nothing
}

fn kind_of_parentheses(tokens: &[Token<'_>], open: usize) -> Opened {
    let text = |back: usize| open.checked_sub(back).map_or("", |at| tokens[at].text);
    let defines = ["def", "fn", "func", "function", "fun"];
    let is_arrow = || {
        let close = closing(tokens, open).map(|close| close + 1);
        close
            .and_then(|at| tokens.get(at))
            .is_some_and(|token| token.text == "=>")
    };
    let called = open.checked_sub(1).is_some_and(|at| is_name(tokens, at));
    match () {
        () if defines.contains(&text(1)) || defines.contains(&text(2)) || is_arrow() => Opened::Parameters,
        () if called => Opened::Call,
        () => Opened::Nothing,
    }
}

fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns whether a type comes before a name: `int count`, `char *name`, `Vec<String> rows`.
fn is_type(tokens: &[Token<'_>], at: usize) -> bool {
    let stars = tokens[..at]
        .iter()
        .rev()
        .take_while(|token| token.text == "*")
        .count();
    let before = at.checked_sub(stars + 1);
    before.is_some_and(|before| TYPES.contains(&tokens[before].text) || is_name(tokens, before))
}

/// Returns whether a name stands between `for` and `in`.
fn is_loop_variable(tokens: &[Token<'_>], at: usize) -> bool {
    let is = |token: &Token<'_>, words: &[&str]| words.contains(&token.text);
    let opened = tokens[..at].iter().rposition(|token| is(token, &["for"]));
    let closed = tokens[..at].iter().rposition(|token| is(token, &["in", "of"]));
    opened.is_some() && closed < opened
}
