//! A keyword misspelt, in the wrong case, or grown together with its neighbour.

use ruff_python_ast::token::TokenKind;

use super::colon::is_followed_by_block;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_operand, ends_operand};
use crate::syntax_fix::python::view::View;

/// Keywords that begin a statement.
const STARTERS: &[&str] = &[
    "assert", "async", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally",
    "for", "from", "global", "if", "import", "nonlocal", "pass", "raise", "return", "try", "while", "with",
    "yield",
];

/// Keywords that stand inside a statement.
const INNER: &[&str] = &[
    "and", "as", "await", "else", "for", "from", "if", "import", "in", "is", "lambda", "not", "or", "None",
    "True", "False",
];

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let mut tokens: Vec<usize> = (site.token.saturating_sub(2)..=site.token + 1).collect();
    for line in site.suspects() {
        let first = view.lines.get(line).map(|line| line.tokens.start);
        tokens.extend(first);
    }
    tokens.sort_unstable();
    tokens.dedup();
    for token in tokens.into_iter().filter(|&token| token < view.tokens.len()) {
        misspelt(site, token, out);
        grown_together(site, token, out);
    }
    other_language(site, out);
}

fn begins_statement(site: &Site<'_>, token: usize) -> bool {
    let view = site.view;
    let after_break = token > 0 && matches!(view.kind(token - 1), TokenKind::Semi | TokenKind::Colon);
    view.starts_line(token) || after_break
}

/// `whlie x:` → `while x:`, `Return x` → `return x`.
fn misspelt(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let word = view.word(token);
    if !is_word(view.kind(token)) {
        return;
    }
    let keywords = if begins_statement(site, token) {
        STARTERS
    } else {
        INNER
    };
    for keyword in keywords.iter().copied().filter(|&keyword| keyword != word) {
        if let Some(distance) = misprint(word, keyword) {
            let known: Cost = if view.known.binds(word) { 3 } else { 0 };
            let place = view.start(token)..view.end(token);
            out.push(Mend::replace(place, keyword, 2 + distance + known));
        }
    }
}

fn is_word(kind: TokenKind) -> bool {
    kind == TokenKind::Name || kind.is_keyword()
}

/// How far a word is from a keyword: 0 when only the case differs; `None` when it is another word.
fn misprint(word: &str, keyword: &str) -> Option<Cost> {
    let lower = word.to_lowercase();
    if lower == keyword.to_lowercase() {
        return Some(0);
    }
    let distance = strsim::osa_distance(&lower, &keyword.to_lowercase());
    let allowed = if keyword.len() <= 3 { 1 } else { 2 };
    let alike = distance <= allowed && word.len() >= 2 && distance * 2 <= keyword.len();
    alike.then_some(if distance == 1 { 1 } else { 3 })
}

/// `defmain():` → `def main():`, `x inrange(3)` → `x in range(3)`.
fn grown_together(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let word = view.word(token);
    if view.kind(token) != TokenKind::Name || !word.is_ascii() {
        return;
    }
    let keywords = if begins_statement(site, token) {
        STARTERS
    } else {
        INNER
    };
    for keyword in keywords {
        if let Some(rest) = word.strip_prefix(keyword).filter(|rest| !rest.is_empty()) {
            let at = view.start(token) + keyword.len();
            let defines =
                *keyword == "def" && view.kind(token + 1) == TokenKind::Lpar && !view.known.binds(word);
            let cost = if defines { 2 } else { split_cost(view, rest) };
            out.push(Mend::insert(at, " ", cost).titled(format!("write '{keyword} {rest}'")));
        }
        if let Some(rest) = word.strip_suffix(keyword).filter(|rest| !rest.is_empty()) {
            let at = view.start(token) + rest.len();
            out.push(
                Mend::insert(at, " ", split_cost(view, rest) + 1).titled(format!("write '{rest} {keyword}'")),
            );
        }
    }
}

fn split_cost(view: &View<'_>, rest: &str) -> Cost {
    let digits = rest.bytes().all(|byte| byte.is_ascii_digit());
    match () {
        () if view.known.means(rest) || digits => 3,
        () if rest.starts_with(|c: char| c.is_ascii_digit()) => 12,
        () => 6,
    }
}

/// Words that other languages use where Python has its own.
fn other_language(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for line in site.suspects() {
        let Some(first) = view.lines.get(line).map(|line| line.tokens.start) else {
            continue;
        };
        let place = view.start(first)..view.end(first);
        let two = view.start(first)..view.end(first + 1);
        let next = view.word(first + 1);
        let headed = is_followed_by_block(view, line);
        match view.word(first) {
            "else" if next == "if" => out.push(Mend::replace(two, "elif", 1)),
            "else" if view.kind(first + 1) != TokenKind::Colon => out.push(Mend::replace(place, "elif", 4)),
            "elif" if view.kind(first + 1) == TokenKind::Colon => out.push(Mend::replace(place, "else", 3)),
            "elseif" | "elsif" | "elseIf" | "ElseIf" => out.push(Mend::replace(place, "elif", 1)),
            "foreach" => out.push(Mend::replace(place, "for", 2)),
            "for" if next == "each" => out.push(Mend::replace(two, "for", 2)),
            "throw" => out.push(Mend::replace(place, "raise", 2)),
            "catch" => out.push(Mend::replace(place, "except", 2)),
            "until" => out.push(Mend::replace(place, "while not", 3)),
            "when" if headed => out.extend([
                Mend::replace(place.clone(), "while", 4),
                Mend::replace(place, "if", 4),
            ]),
            "switch" if headed => out.push(Mend::replace(place, "if", 4)),
            "default" | "otherwise" if headed => out.push(Mend::replace(place, "else", 3)),
            "unless" => out.push(Mend::replace(place, "if not", 3)),
            "include" | "require" | "using" => out.push(Mend::replace(place, "import", 3)),
            _ => {}
        }
    }
    filler(site, out);
    reversed_import(site, out);
}

/// `import a from b` → `from b import a`.
fn reversed_import(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let tokens = site.statement.clone();
    let from = tokens.clone().find(|&token| view.kind(token) == TokenKind::From);
    let Some(from) = from.filter(|&from| from > tokens.start + 1 && from + 1 < tokens.end) else {
        return;
    };
    if view.kind(tokens.start) == TokenKind::Import {
        let names = &view.text[view.start(tokens.start + 1)..view.end(from - 1)];
        let module = &view.text[view.start(from + 1)..view.end(tokens.end - 1)];
        let place = view.start(tokens.start)..view.end(tokens.end - 1);
        out.push(Mend::replace(place, format!("from {module} import {names}"), 1));
    }
}

/// `if x then:` → `if x:`, `new Foo()` → `Foo()`.
fn filler(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in site.token.saturating_sub(2)..=site.token {
        let word = view.word(token);
        let ends_header = matches!(word, "then" | "do") && token > 0 && ends_operand(view.kind(token - 1));
        let makes = word == "new" && begins_operand(view.kind(token + 1));
        if ends_header || makes {
            let end = if makes {
                view.start(token + 1)
            } else {
                view.end(token)
            };
            let start = if makes {
                view.start(token)
            } else {
                view.end(token - 1)
            };
            out.push(Mend::delete(start..end, word, 2));
        }
    }
}
