//! Regular expressions that are compiled only when they may match.

use std::sync::LazyLock;

use regex::{Captures, Match, Regex};

/// An expression, and words one of which is in every match. Most texts hold none of them, and then the
/// expression is not even compiled, which costs more than the search for the words.
pub(super) struct Marks {
    words: &'static [&'static str],
    expression: LazyLock<Regex>,
}

impl Marks {
    /// Every match of `expression` must contain one of the words.
    pub(super) const fn new(words: &'static [&'static str], expression: fn() -> Regex) -> Self {
        Self {
            words,
            expression: LazyLock::new(expression),
        }
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.may_be_in(text) && self.expression.is_match(text)
    }

    pub(super) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        let found = self.may_be_in(text).then(|| self.expression.find_iter(text));
        found.into_iter().flatten()
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.captures_iter(text).next()
    }

    pub(super) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let found = self.may_be_in(text).then(|| self.expression.captures_iter(text));
        found.into_iter().flatten()
    }

    fn may_be_in(&self, text: &str) -> bool {
        self.words.iter().any(|word| text.contains(word))
    }
}
