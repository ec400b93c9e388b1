//! Words that declare something in other languages: `function f():` → `def f():`, `var x = 1` →
//! `x = 1`.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::Mend;
use crate::syntax_fix::python::site::{Site, begins_operand};
use crate::syntax_fix::python::view::View;

const FUNCTION_WORDS: &[&str] = &[
    "function",
    "func",
    "fn",
    "fun",
    "define",
    "defn",
    "defun",
    "sub",
    "proc",
    "procedure",
    "method",
    "void",
    "Def",
    "definition",
];

const CLASS_WORDS: &[&str] = &["struct", "interface", "object", "Class", "cls"];

const VARIABLE_WORDS: &[&str] = &[
    "var",
    "let",
    "const",
    "int",
    "float",
    "double",
    "string",
    "String",
    "str",
    "char",
    "bool",
    "boolean",
    "auto",
    "val",
    "dim",
    "my",
    "final",
    "static",
    "public",
    "private",
    "protected",
    "long",
    "unsigned",
    "mut",
    "local",
    "list",
    "dict",
    "set",
];

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let near = site.token.saturating_sub(2)..site.token + 1;
    for token in near.chain([site.statement.start]) {
        word(view, token, out);
    }
}

fn word(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let word = view.word(token);
    let next = view.kind(token + 1);
    let same_line = !view.starts_line(token + 1);
    if view.kind(token) != TokenKind::Name || !same_line {
        return;
    }
    let names_function = next == TokenKind::Name && view.kind(token + 2) == TokenKind::Lpar;
    if names_function && FUNCTION_WORDS.contains(&word) {
        out.push(Mend::replace(place(view, token), "def", 1));
    }
    if next == TokenKind::Name && CLASS_WORDS.contains(&word) {
        out.push(Mend::replace(place(view, token), "class", 2));
    }
    if begins_operand(next) && VARIABLE_WORDS.contains(&word) {
        out.push(Mend::delete(view.start(token)..view.start(token + 1), word, 2));
    }
    if next == TokenKind::Def || next == TokenKind::Class {
        out.push(Mend::delete(view.start(token)..view.start(token + 1), word, 3));
    }
}

fn place(view: &View<'_>, token: usize) -> Range<usize> {
    view.place(token)
}
