//! A keyword misspelt, in the wrong case, or grown together with its neighbour.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

/// Keywords that begin a statement.
const STARTERS: &[&str] = &[
    "assert", "async", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally",
    "for", "from", "global", "if", "import", "nonlocal", "pass", "raise", "return", "try", "while", "with",
    "yield",
];

/// Keywords that occur inside a statement.
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
}

/// The keywords that may be in a token's place.
fn keywords_at(site: &Site<'_>, token: usize) -> impl Iterator<Item = &'static str> {
    let view = site.view;
    let after_break = token > 0 && matches!(view.kind(token - 1), TokenKind::Semi | TokenKind::Colon);
    let begins_statement = view.starts_line(token) || after_break;
    if begins_statement { STARTERS } else { INNER }.iter().copied()
}

/// `whlie x:` → `while x:`, `Return x` → `return x`.
fn misspelt(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let word = view.word(token);
    if !is_word(view.kind(token)) {
        return;
    }
    for keyword in keywords_at(site, token).filter(|&keyword| keyword != word) {
        if let Some(distance) = misprint(word, keyword) {
            let known: Cost = if view.known.binds(word) { 3 } else { 0 };
            let place = view.place(token);
            out.push(Mend::replace(place, keyword, 2 + distance + known));
        }
    }
}

fn is_word(kind: TokenKind) -> bool {
    kind == TokenKind::Name || kind.is_keyword()
}

/// The distance of a word from a keyword: 0 when only the case differs; `None` when it is another word.
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
    for keyword in keywords_at(site, token) {
        if let Some(rest) = word.strip_prefix(keyword).filter(|rest| !rest.is_empty()) {
            let cost = if defines(view, token, keyword) {
                2
            } else {
                split_cost(view, rest)
            };
            out.push(split(view, token, keyword, rest, cost));
        }
        if let Some(rest) = word.strip_suffix(keyword).filter(|rest| !rest.is_empty()) {
            out.push(split(view, token, rest, keyword, split_cost(view, rest) + 1));
        }
    }
}

fn split(view: &View<'_>, token: usize, head: &str, tail: &str, cost: Cost) -> Mend {
    let at = view.start(token) + head.len();
    Mend::insert(at, " ", cost).titled(format!("write '{head} {tail}'"))
}

/// Returns whether a word that begins with `def` and names nothing has parameters.
fn defines(view: &View<'_>, token: usize, keyword: &str) -> bool {
    keyword == "def" && view.kind(token + 1) == TokenKind::Lpar && !view.known.binds(view.word(token))
}

fn split_cost(view: &View<'_>, rest: &str) -> Cost {
    let digits = rest.bytes().all(|byte| byte.is_ascii_digit());
    if view.known.means(rest) || digits {
        3
    } else if rest.starts_with(|c: char| c.is_ascii_digit()) {
        12
    } else {
        6
    }
}
