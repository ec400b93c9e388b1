//! Operators and signs of other languages: `&&`, `||`, `!x`, `i++`, `{` after a header, `$name`.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::site::{Site, begins_operand, ends_operand};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in site.token.saturating_sub(3)..=site.token {
        logic(view, token, out);
        step(view, token, out);
        arrow(view, token, out);
        braces(view, token, out);
        sigil(view, token, out);
    }
    conditional(site, out);
}

/// `a && b`, `a || b`, `!a`.
fn logic(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let two = view.start(token)..view.end(token + 1);
    match (view.word(token), view.word(token + 1)) {
        ("&", "&") => out.push(Mend::replace(two, spaced(view, token, "and"), 1)),
        ("|", "|") => out.push(Mend::replace(two, spaced(view, token, "or"), 1)),
        ("!", next) if next != "=" && begins_operand(view.kind(token + 1)) => {
            out.push(Mend::replace(view.start(token)..view.start(token + 1), "not ", 2));
        }
        _ => {}
    }
}

/// A word in the place of two signs, with the white space that they did without.
fn spaced(view: &View<'_>, token: usize, word: &str) -> String {
    let before = if token > 0 && view.end(token - 1) == view.start(token) {
        " "
    } else {
        ""
    };
    let after = if view.end(token + 1) == view.start(token + 2) {
        " "
    } else {
        ""
    };
    format!("{before}{word}{after}")
}

/// `i++` → `i += 1`.
fn step(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let sign = view.word(token);
    let twice = matches!(sign, "+" | "-") && view.word(token + 1) == sign;
    if twice && token > 0 && ends_operand(view.kind(token - 1)) {
        let place = view.end(token - 1)..view.end(token + 1);
        out.push(Mend::replace(place, format!(" {sign}= 1"), 2));
    }
}

/// `x => x + 1` → `lambda x: x + 1`.
fn arrow(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let is_arrow = view.word(token) == "->" || view.word(token) == "=" && view.word(token + 1) == ">";
    let name = token
        .checked_sub(1)
        .filter(|&name| view.kind(name) == TokenKind::Name);
    let (Some(name), true) = (name, is_arrow) else {
        return;
    };
    let end = if view.word(token) == "->" {
        token
    } else {
        token + 1
    };
    let colon = Change::new(view.end(name)..view.end(end), ":");
    let mut changes = vec![colon];
    if name == 0 || view.word(name - 1) != "lambda" {
        changes.push(Change::new(view.start(name)..view.start(name), "lambda "));
    }
    out.extend(Mend::all(changes, 4, "write it as a lambda"));
}

/// `if x {` → `if x:`; a line with nothing but `}`.
fn braces(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let place = view.place(token);
    let ends_line = view.starts_line(token + 1);
    match view.kind(token) {
        TokenKind::Lbrace if ends_line && token > 0 => {
            let glued = view.end(token - 1)..view.end(token);
            let colon = if view.kind(token - 1) == TokenKind::Colon {
                ""
            } else {
                ":"
            };
            out.push(Mend::replace(glued, colon, 4));
        }
        TokenKind::Rbrace if ends_line && view.starts_line(token) => {
            let line = view.lines.get(view.lines.at(place.start));
            let start = line.map_or(place.start, |line| line.range.start.saturating_sub(1));
            out.push(Mend::delete(start..place.end, "}", 2));
        }
        TokenKind::Rbrace if view.starts_line(token) => {
            out.push(Mend::delete(place.start..view.start(token + 1), "}", 5));
        }
        _ => {}
    }
}

/// `$name` → `name`, `$NULL` → `None`.
fn sigil(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let sigil = matches!(view.word(token), "$" | "@" | "?" | "&" | "#" | "%");
    if !sigil || view.end(token) != view.start(token + 1) || view.kind(token + 1) != TokenKind::Name {
        return;
    }
    let meant = match view.word(token + 1).to_lowercase().as_str() {
        "null" | "nil" | "undefined" | "none" | "nullptr" => "None",
        "true" => "True",
        "false" => "False",
        "self" | "this" => "self",
        _ => {
            out.push(Mend::delete(view.place(token), view.word(token), 3));
            return;
        }
    };
    out.push(Mend::replace(view.start(token)..view.end(token + 1), meant, 2));
}

/// `a ? b : c` → `b if a else c`.
fn conditional(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let find = |word: &str, from: usize| (from..site.statement.end).find(|&token| view.word(token) == word);
    let Some(question) = find("?", site.statement.start + 1) else {
        return;
    };
    let Some(colon) = find(":", question) else {
        return;
    };
    let begins = |&token: &usize| {
        let before = view.kind(token - 1);
        begins_operand(view.kind(token))
            && matches!(
                before,
                TokenKind::Equal | TokenKind::Return | TokenKind::Lpar | TokenKind::Comma | TokenKind::Lsqb
            )
    };
    let start = (site.statement.start + 1..question)
        .rev()
        .find(begins)
        .unwrap_or(site.statement.start);
    let part = |from: usize, to: usize| view.text.get(view.start(from)..view.end(to - 1));
    let (Some(test), Some(then)) = (part(start, question), part(question + 1, colon)) else {
        return;
    };
    let place = view.start(start)..view.end(colon);
    out.push(Mend::replace(place, format!("{then} if {test} else"), 4));
}
