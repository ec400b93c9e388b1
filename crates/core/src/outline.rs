//! Definitions in source text of any language, found by their words and their indentation.
//!
//! No grammar is needed: code in projects is indented, and a definition begins with its name after a keyword,
//! or (C, Java) before a parameter list. The result is good enough to show to a reader, but not to base edits
//! on.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::pattern;

/// A definition in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinedDefinition {
    /// Its name.
    pub name: String,
    /// Its lines, counted from 0, with the comments and decorators above it.
    pub lines: Range<usize>,
    /// The line of its head.
    pub head: usize,
}

/// `def name`, `pub async fn name`, `func (r *T) name`, `export default class name`, ...
static KEYWORD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:[\w@()\[\]]+\s+)*?(?:def|fn|func|fun|function\*?|class|struct|enum|union|trait|interface|impl(?:<[^>]*>)?|module|macro_rules!|sub|proc)\s+(?:\([^)]*\)\s*)?&?([A-Za-z_$][\w$]*)",
    )
});

/// `const name = (`, `name: function`, `name = lambda`: functions that are values.
static VALUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function|\(|[A-Za-z_$][\w$]*\s*=>)",
    )
});

/// `static int name(`, `public String name(`, `name(a, b) {`: the words before a parameter list.
static TYPED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:(?:[A-Za-z_][\w:<>,*&\[\]?]*|\*+)\s+)*\**([A-Za-z_$][\w$]*)\s*\([^;{}]*\)?\s*(?:const\s*)?(?:throws\s+[\w.,\s]+)?(?::\s*[\w<>\[\]|\s]+)?(\{.*)?$",
    )
});

/// Words before a parenthesis that define nothing.
const NO_NAMES: &[&str] = &[
    "if", "for", "while", "switch", "return", "catch", "elif", "else", "match", "with", "print", "assert",
    "and", "or", "not", "in", "await", "yield", "raise", "throw", "new", "sizeof", "do", "try", "super",
    "using", "lock", "function", "func",
];

/// The definitions of a text, in the order of their heads; inner ones come after the one around them.
pub fn definitions(text: &str) -> Vec<OutlinedDefinition> {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len())
        .filter_map(|head| definition_at(&lines, head))
        .collect()
}

/// The innermost definition around a line (counted from 0).
pub fn enclosing(text: &str, line: usize) -> Option<OutlinedDefinition> {
    definitions(text)
        .into_iter()
        .filter(|definition| definition.lines.contains(&line))
        .min_by_key(|definition| definition.lines.len())
}

fn definition_at(lines: &[&str], head: usize) -> Option<OutlinedDefinition> {
    let name = name_of(lines, head)?;
    let first = first_line(lines, head);
    let last = last_line(lines, head);
    Some(OutlinedDefinition {
        name,
        lines: first..last + 1,
        head,
    })
}

fn name_of(lines: &[&str], head: usize) -> Option<String> {
    let line = lines[head];
    for by_keyword in [&*KEYWORD, &*VALUE] {
        if let Some(found) = by_keyword.captures(line) {
            return Some(found[1].to_owned());
        }
    }
    let found = TYPED.captures(line)?;
    let opens_here = found.get(2).is_some();
    let opens_next =
        || next_written(lines, head).is_some_and(|next| lines[next].trim_start().starts_with('{'));
    let name = &found[1];
    let is_definition = !NO_NAMES.contains(&name) && !starts_with_word(line) && (opens_here || opens_next());
    is_definition.then(|| name.to_owned())
}

/// Returns whether a line is a statement that a definition cannot begin with.
fn starts_with_word(line: &str) -> bool {
    let first = line
        .trim_start()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    first.is_some_and(|word| NO_NAMES.contains(&word))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn next_written(lines: &[&str], at: usize) -> Option<usize> {
    (at + 1..lines.len()).find(|&index| !is_blank(lines[index]))
}

/// The first of the comments and decorators directly above a head.
fn first_line(lines: &[&str], head: usize) -> usize {
    const BEFORE: &[&str] = &["@", "#[", "//", "#", "/*", "*", "[", "template"];
    let level = indentation(lines[head]);
    let belongs = |index: &usize| {
        let line = lines[*index];
        let text = line.trim_start();
        !is_blank(line) && indentation(line) >= level && BEFORE.iter().any(|mark| text.starts_with(mark))
    };
    (0..head).rev().take_while(belongs).last().unwrap_or(head)
}

/// The last line of the block indented below a head, with the line that closes it.
fn last_line(lines: &[&str], head: usize) -> usize {
    let level = indentation(lines[head]);
    let mut last = head;
    let mut index = head;
    while let Some(next) = next_written(lines, index) {
        let text = lines[next].trim_start();
        let closes = text.starts_with(['}', ')', ']']) || text == "end" || text.starts_with("end ");
        let continues = text.starts_with('{') || text.starts_with(") ") || text.starts_with("):");
        let is_deeper = indentation(lines[next]) > level;
        let is_same = indentation(lines[next]) == level;
        match (is_deeper, is_same && continues, is_same && closes) {
            (true, ..) | (_, true, _) => last = next,
            (_, _, true) => {
                last = next;
                if !text.ends_with(['{', '(', ':']) {
                    return last;
                }
            }
            _ => return last,
        }
        index = next;
    }
    last
}
