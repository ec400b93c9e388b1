//! Words of a text and their positions.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::Location;

use crate::lines::Lines;

/// The position of a name that a location points to: there, or else first on its line.
pub(super) fn place(text: &str, location: &Location, name: &str) -> Option<Range<usize>> {
    let lines = Lines::of(text);
    let line = lines.range(text, location.line?)?;
    let column = location
        .column
        .and_then(|column| lines.offset(text, location.line?, column));
    let from = column.filter(|at| line.contains(at)).unwrap_or(line.start);
    let found = |from: usize| {
        let words = words_in(&text[from..line.end]);
        words
            .map(|word| from + word.start..from + word.end)
            .find(|word| &text[word.clone()] == name)
    };
    found(from).or_else(|| found(line.start))
}

/// The bytes of the words of a text.
pub(super) fn words_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_word)?;
        at = start + text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
        Some(start..at)
    })
}

/// The names in texts, without keywords and numbers.
pub(super) fn names<'t>(texts: impl IntoIterator<Item = &'t str>, keywords: &[&str]) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    for text in texts {
        let words = words_in(text).map(|word| &text[word]);
        names.extend(words.filter(|word| !keywords.contains(word) && !word.starts_with(char::is_numeric)));
    }
    names
}

/// The package clause of Go or Java: the first line that is neither blank nor a comment.
pub(super) fn package_clause(text: &str) -> Option<usize> {
    let mut start = 0;
    let mut in_comment = false;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start_matches('\u{feff}').trim();
        if in_comment || code.starts_with("/*") {
            in_comment = !code.contains("*/");
        } else if !code.is_empty() && !code.starts_with("//") {
            return code.starts_with("package ").then_some(start);
        }
        start += line.len();
    }
    None
}
