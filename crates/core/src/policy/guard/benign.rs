//! Changes that cannot hide anything, wherever they are made.

use crate::merge::{Side, resolved, united};
use crate::plain_data::{with_small_literals, without_comments, without_space};

use super::source::Source;

/// Returns whether the texts differ only in their imports.
pub(super) fn is_of_imports(before: &Source<'_>, after: &Source<'_>) -> bool {
    before.without_imports().eq(after.without_imports())
}

/// Returns whether only broken syntax was fixed: the same words and operators in the same order, except for added
/// keywords of structure and the spelling of keywords. Brackets, separators, quotes and white space may
/// change, and so may `=` to `==`.
pub(super) fn is_of_syntax(before: &str, after: &str) -> bool {
    let mut old = tokens(before).into_iter().peekable();
    for new in tokens(after) {
        let is_same = |old: &&str| *old == new || is_keyword(new) && is_close(old, new);
        if old.next_if(is_same).is_some() {
            continue;
        }
        let is_merged = new == "elif" && old.next_if_eq(&"else").is_some() && old.next_if_eq(&"if").is_some();
        if !is_merged && !STRUCTURE.contains(&new) {
            return false;
        }
    }
    old.next().is_none()
}

/// Returns whether the texts have the same words and operators in the same order, except for `=`, which data may
/// write as `:` or not at all. A sign or a comparison is part of a value.
pub(super) fn is_of_assignment(before: &str, after: &str) -> bool {
    let kept = |text| tokens(text).into_iter().filter(|token| *token != "=");
    kept(before).eq(kept(after))
}

/// Returns whether the texts differ only in `True` and `False` outside of strings, which the second has as JSON
/// and TOML write them. A file with the capitals is none of the two, so nothing has read it.
pub(super) fn is_of_literals(before: &str, after: &str) -> bool {
    let is_long = |text: &str| text.contains("\"\"\"") || text.contains("'''");
    before != after && !is_long(before) && with_small_literals(before) == after
}

/// Returns whether the second text is the first without some of the comments that JavaScript has, and JSON has not.
pub(super) fn is_without_comments(before: &str, after: &str) -> bool {
    let bare = without_comments(before);
    before != bare && without_space(&bare) == without_space(after)
}

/// Returns whether the texts differ only in how their lines end.
pub(super) fn is_of_line_ends(before: &str, after: &str) -> bool {
    before.replace("\r\n", "\n") == after.replace("\r\n", "\n")
}

/// Returns whether one side is taken of every merge in the text, or both are where they are about two things.
pub(super) fn is_of_merge(before: &str, after: &str) -> bool {
    let is_side = |side| resolved(before, side).is_some_and(|text| text == after);
    is_side(Side::First) || is_side(Side::Second) || united(before).is_some_and(|text| text == after)
}

/// Returns whether the second text is the first without lines that it has once more, together.
pub(super) fn removes_a_copy(before: &str, after: &str) -> bool {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let begin = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old[begin..].iter().rev().zip(new[begin..].iter().rev());
    let end = rest.take_while(|(old, new)| old == new).count();
    let Some(mut removed) = old
        .get(begin..old.len() - end)
        .filter(|_| begin + end == new.len())
    else {
        return false;
    };
    while let Some(rest) = removed
        .strip_prefix(&[""])
        .or_else(|| removed.strip_suffix(&[""]))
    {
        removed = rest;
    }
    !removed.is_empty() && new.windows(removed.len()).any(|lines| lines == removed)
}

/// Words and operators.
fn tokens(text: &str) -> Vec<&str> {
    const OPERATORS: &[char] = &[
        '+', '-', '*', '/', '%', '<', '>', '=', '!', '&', '|', '^', '~', '@', '#', '?', '$',
    ];
    let mut found: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(word.max(c.len_utf8()));
        let doubles = c == '=' && found.last() == Some(&"=");
        if is_word(c) || OPERATORS.contains(&c) && !doubles {
            found.push(token);
        }
        rest = after;
    }
    found
}

/// Keywords whose absence breaks the syntax of the code around them.
const STRUCTURE: &[&str] = &[
    "def", "if", "elif", "else", "in", "import", "for", "while", "pass",
];

fn is_keyword(word: &str) -> bool {
    const OTHERS: &[&str] = &[
        "and", "as", "assert", "async", "await", "break", "class", "const", "continue", "del", "except",
        "finally", "fn", "from", "function", "global", "is", "lambda", "let", "nonlocal", "not", "or",
        "raise", "return", "try", "var", "with", "yield",
    ];
    STRUCTURE.contains(&word) || OTHERS.contains(&word)
}

/// Returns whether the texts differ only in the spelling of some words.
pub(super) fn is_of_spelling(before: &str, after: &str) -> bool {
    let (old, new) = (words(before), words(after));
    has_same_gaps(before, after)
        && old
            .iter()
            .zip(&new)
            .all(|(old, new)| old == new || is_close(old, new))
}

/// Returns whether the texts differ only in words, and have as many.
pub(super) fn has_same_gaps(before: &str, after: &str) -> bool {
    let gaps = |text: &str| text.split(is_word).collect::<String>();
    words(before).len() == words(after).len() && gaps(before) == gaps(after)
}

/// The words whose spelling changes, each with the new one; for texts that differ only in spelling.
pub(super) fn respelt<'a>(before: &'a str, after: &'a str) -> Vec<(&'a str, &'a str)> {
    let pairs = words(before).into_iter().zip(words(after));
    pairs.filter(|(old, new)| old != new).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns whether two spellings are close: one slip in a short word, two in a longer one; case does not count.
fn is_close(a: &str, b: &str) -> bool {
    let allowed = if a.len().min(b.len()) <= 4 { 1 } else { 2 };
    strsim::osa_distance(&a.to_lowercase(), &b.to_lowercase()) <= allowed
}

/// Returns whether one word is the other with one slip: a letter too many, missing, wrong or out of order. Another last
/// letter or digit numbers things: `price_a`, `parse_v2`.
pub(super) fn is_one_slip(a: &str, b: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let stem = |text: &str| text.chars().count() - 1;
    let is_numbered =
        a.chars().count() == b.chars().count() && a.chars().take(stem(a)).eq(b.chars().take(stem(b)));
    strsim::osa_distance(a, b) == 1 && digits(a) == digits(b) && !is_numbered
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
