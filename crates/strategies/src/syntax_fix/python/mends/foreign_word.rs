//! Words that other languages use where Python has its own: `else if`, `foreach`, `throw`, `then`.

use ruff_python_ast::token::TokenKind;

use super::colon::is_followed_by_block;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_operand, ends_operand};
use crate::syntax_fix::python::view::View;

/// The first word of a statement, its Python equivalent, and the cost of the change.
const WORDS: &[(&str, &str, Cost)] = &[
    ("elseif", "elif", 1),
    ("elsif", "elif", 1),
    ("elseIf", "elif", 1),
    ("ElseIf", "elif", 1),
    ("foreach", "for", 2),
    ("throw", "raise", 2),
    ("catch", "except", 2),
    ("until", "while not", 3),
    ("unless", "if not", 3),
    ("include", "import", 3),
    ("require", "import", 3),
    ("using", "import", 3),
];

/// The same for words that only mean this before a block.
const HEADERS: &[(&str, &str, Cost)] = &[
    ("default", "else", 3),
    ("otherwise", "else", 3),
    ("when", "while", 4),
    ("when", "if", 4),
    ("switch", "if", 4),
];

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for line in site.suspects() {
        if let Some(first) = view.lines.get(line).map(|line| line.tokens.start) {
            translated(view, first, WORDS, out);
            let headers = if is_followed_by_block(view, line) {
                HEADERS
            } else {
                &[]
            };
            translated(view, first, headers, out);
            two_words(view, first, out);
            else_and_elif(view, first, out);
        }
    }
    reversed_import(site, out);
    import_from_nothing(site, out);
    for token in site.token.saturating_sub(2)..=site.token {
        filler(view, token, out);
    }
}

fn translated(view: &View<'_>, token: usize, words: &[(&str, &'static str, Cost)], out: &mut Vec<Mend>) {
    let word = view.word(token);
    let same = words.iter().filter(|&&(foreign, ..)| foreign == word);
    out.extend(same.map(|&(_, python, cost)| Mend::replace(view.place(token), python, cost)));
}

/// `else if` → `elif`, `for each` → `for`.
fn two_words(view: &View<'_>, first: usize, out: &mut Vec<Mend>) {
    let python = match (view.word(first), view.word(first + 1)) {
        ("else", "if") => "elif",
        ("for", "each") => "for",
        _ => return,
    };
    out.push(Mend::replace(view.start(first)..view.end(first + 1), python, 1));
}

/// `else x:` → `elif x:`, `elif:` → `else:`.
fn else_and_elif(view: &View<'_>, first: usize, out: &mut Vec<Mend>) {
    let bare = view.kind(first + 1) == TokenKind::Colon;
    match view.kind(first) {
        TokenKind::Else if !bare => out.push(Mend::replace(view.place(first), "elif", 4)),
        TokenKind::Elif if bare => out.push(Mend::replace(view.place(first), "else", 3)),
        _ => {}
    }
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
        let names = view.slice(view.start(tokens.start + 1)..view.end(from - 1));
        let module = view.slice(view.start(from + 1)..view.end(tokens.end - 1));
        let place = view.start(tokens.start)..view.end(tokens.end - 1);
        out.push(Mend::replace(place, format!("from {module} import {names}"), 1));
    }
}

/// `from import a` → `import a`.
fn import_from_nothing(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let first = site.statement.start;
    if view.kind(first) == TokenKind::From && view.kind(first + 1) == TokenKind::Import {
        out.push(Mend::delete(view.start(first)..view.start(first + 1), "from", 1));
    }
}

/// `if x then:` → `if x:`, `new Foo()` → `Foo()`.
fn filler(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let word = view.word(token);
    let before = token
        .checked_sub(1)
        .filter(|&before| ends_operand(view.kind(before)));
    if let Some(before) = before.filter(|_| matches!(word, "then" | "do")) {
        out.push(Mend::delete(view.end(before)..view.end(token), word, 2));
    }
    if word == "new" && begins_operand(view.kind(token + 1)) {
        out.push(Mend::delete(view.start(token)..view.start(token + 1), word, 2));
    }
}
