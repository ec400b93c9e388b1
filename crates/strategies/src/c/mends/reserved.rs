//! A variable or parameter whose name became a keyword in C23: `int true = 1;`, `void set(String *bool)`.
//!
//! It gets an underscore, as is the custom, wherever it can be seen.

use std::ops::Range;

use super::Site;
use crate::c::source::Source;
use crate::c::token::Kind;
use crate::c::words::is_keyword;
use crate::mend::{Change, Mend};

/// The keywords that C23 added and that people used as names (N3220, 6.4.1).
pub(super) const ADDED: &[&str] = &[
    "alignas",
    "alignof",
    "bool",
    "constexpr",
    "false",
    "nullptr",
    "static_assert",
    "thread_local",
    "true",
    "typeof",
];

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    if site.is_cpp {
        return Vec::new();
    }
    renamed(site).into_iter().collect()
}

fn renamed(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let mut near = site.next.saturating_sub(2)..=site.next + 1;
    let at = near.find(|&at| ADDED.contains(&source.word(at)) && is_declared(source, at))?;
    let word = source.word(at);
    let new = format!("{word}_");
    let scope = scope(source, at)?;
    if (0..source.tokens.len()).any(|at| source.word(at) == new) {
        return None;
    }
    let uses = scope.filter(|&at| source.word(at) == word);
    let changes = uses.map(|at| Change::new(source.range(at), new.clone()));
    Mend::all(changes.collect(), 1, format!("rename '{word}' to '{new}'"))
}

/// Whether a token stands where a declaration has its name.
fn is_declared(source: &Source<'_>, at: usize) -> bool {
    let ends = matches!(source.word(at + 1), "=" | ";" | "," | ")" | "[");
    let before = source.word_before(at);
    let is_type = |word: &str| word == "*" || is_keyword(word) && word != "return";
    let is_named_type = || at > 0 && source.kind(at - 1) == Some(Kind::Word) && source.is_name(at - 1);
    // `int a, false = 0;`
    let goes_on = || before == "," && source.enclosing(at, "(").is_none();
    ends && (is_type(before) || is_named_type() || goes_on())
}

/// The tokens among which the declared name can be seen. `None` for the member of a structure, which others name too.
fn scope(source: &Source<'_>, at: usize) -> Option<Range<usize>> {
    if let Some(open) = source.enclosing(at, "(") {
        let close = source.partner(open)?;
        // A prototype may name it as well.
        let body = (source.word(close + 1) == "{")
            .then(|| source.partner(close + 1))
            .flatten();
        return Some(at..body.unwrap_or(close));
    }
    let Some(block) = source.enclosing(at, "{") else {
        return Some(at..source.tokens.len());
    };
    let is_structure = matches!(source.word_before(block), "struct" | "union")
        || block > 1 && matches!(source.word(block - 2), "struct" | "union");
    if is_structure {
        None
    } else {
        Some(at..source.partner(block)?)
    }
}
