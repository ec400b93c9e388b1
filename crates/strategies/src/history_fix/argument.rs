//! The arguments that a change passes, in terms of those that were passed before.

use crate::code_words::is_word;

/// A part of an added argument.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    /// What another argument of the same call says, by its place before the change: `size` of `sizeof size`.
    Argument(usize),
}

/// An argument for a call with these arguments; `None` if one of them would be evaluated twice.
pub(super) fn filled(parts: &[Part], arguments: &[&str]) -> Option<String> {
    let part = |part: &Part| match part {
        Part::Text(text) => Some(text.clone()),
        Part::Argument(index) => arguments
            .get(*index)
            .filter(|argument| is_path(argument))
            .map(|argument| (*argument).to_owned()),
    };
    parts.iter().map(part).collect()
}

fn is_path(text: &str) -> bool {
    let is_part = |c: char| is_word(c) || matches!(c, '.' | '-' | '>');
    text.starts_with(|c: char| is_word(c) && !c.is_ascii_digit()) && text.chars().all(is_part)
}

/// The parts of an added argument, given the arguments that the call had.
pub(super) fn parts(text: &str, arguments: &[String]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut said = String::new();
    while let Some(first) = rest.chars().next() {
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        let is_member = said.ends_with('.');
        match arguments.iter().position(|argument| argument == token) {
            Some(index) if is_path(token) && !is_member => {
                if !said.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut said)));
                }
                parts.push(Part::Argument(index));
            }
            _ => said.push_str(token),
        }
        rest = behind;
    }
    if !said.is_empty() {
        parts.push(Part::Text(said));
    }
    parts
}

/// The names that an expression reads: no member, no keyword of an argument, nothing in quotes.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    const WORDS: [&str; 15] = [
        "None",
        "True",
        "False",
        "null",
        "undefined",
        "true",
        "false",
        "nil",
        "len",
        "new",
        "not",
        "self",
        "sizeof",
        "this",
        "typeof",
    ];
    let mut at = 0;
    let mut quote = None;
    std::iter::from_fn(move || {
        while let Some(c) = text[at..].chars().next() {
            let start = at;
            at += c.len_utf8();
            match quote {
                Some(open) => quote = (c != open).then_some(open),
                None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
                None if is_word(c) => {
                    let rest = &text[start..];
                    let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
                    at = start + word.len();
                    let after = text[at..].trim_start();
                    let is_label =
                        after.starts_with('=') && !after.starts_with("==") || after.starts_with(':');
                    let is_member = text[..start].ends_with('.');
                    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
                    if !(is_label || is_member || is_number || WORDS.contains(&word)) {
                        return Some(word);
                    }
                }
                None => {}
            }
        }
        None
    })
}
