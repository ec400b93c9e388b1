//! The token sequences that are usual in a file.
//!
//! Of two changes that both make a valid program, the one more similar to the rest of the file is
//! likelier meant (Hindle et al., "On the naturalness of software", ICSE 2012, found this for
//! sequences of three tokens already within one file).

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::lex::Kind;
use super::source::Source;
use crate::syntax_fix::language::Cost;

/// Tokens around the fault that are not an example of anything.
const DOUBTFUL: usize = 3;

/// The greatest cost of an unusual neighbourhood.
const MOST: Cost = 8;

/// Sequences of two and three tokens that occur.
#[derive(Debug, Default)]
pub(super) struct Habits {
    seen: HashSet<u64>,
}

impl Habits {
    /// The habits of a text, except around the places `doubtful` (bytes).
    pub(super) fn of(source: &Source<'_>, keywords: &[&str], doubtful: &[usize]) -> Self {
        let mut habits = Self::default();
        habits.learn(source, keywords, doubtful);
        habits
    }

    /// Takes the habits of another text along.
    pub(super) fn learn(&mut self, source: &Source<'_>, keywords: &[&str], doubtful: &[usize]) {
        let doubtful: Vec<usize> = doubtful.iter().map(|&place| source.token_at(place)).collect();
        let is_doubtful = |at: usize| {
            doubtful
                .iter()
                .any(|&fault| at + DOUBTFUL >= fault && at <= fault + DOUBTFUL)
        };
        let classes = Classes { source, keywords };
        for at in (0..source.tokens.len()).filter(|&at| !is_doubtful(at)) {
            self.seen.insert(key(&[classes.of(at, -1), classes.of(at, 0)]));
            self.seen
                .insert(key(&[classes.of(at, -1), classes.of(at, 0), classes.of(at, 1)]));
        }
    }

    /// The cost of the unusual tokens in a range of bytes, with their neighbours.
    pub(super) fn oddity(&self, source: &Source<'_>, keywords: &[&str], changed: &Range<usize>) -> Cost {
        let first = source.token_at(changed.start).saturating_sub(1);
        let last = source.token_at(changed.end).min(source.tokens.len());
        let classes = Classes { source, keywords };
        let odd = (first..=last).map(|at| {
            let [before, here, after] = [-1, 0, 1].map(|offset| classes.of(at, offset));
            let is_new = |words: &[Class<'_>]| Cost::from(!self.seen.contains(&key(words)));
            is_new(&[before, here, after]) + is_new(&[before, here])
        });
        odd.sum::<Cost>().min(MOST)
    }
}

/// The class of a token, and whether it begins a line.
type Class<'a> = (&'a str, bool);

fn key(classes: &[Class<'_>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    classes.hash(&mut hasher);
    hasher.finish()
}

struct Classes<'s, 'a> {
    source: &'s Source<'a>,
    keywords: &'s [&'s str],
}

impl<'a> Classes<'_, 'a> {
    /// The class of the token `offset` away.
    fn of(&self, at: usize, offset: isize) -> Class<'a> {
        let Some(at) = at
            .checked_add_signed(offset)
            .filter(|&at| at < self.source.tokens.len())
        else {
            return ("", true);
        };
        let word = self.source.word(at);
        let class = match self.source.kind(at) {
            Some(Kind::Word) if self.keywords.contains(&word) => word,
            Some(Kind::Word) if word.starts_with(char::is_uppercase) => "Name",
            Some(Kind::Word) => "name",
            Some(Kind::Number) => "0",
            Some(Kind::Text) => "\"\"",
            _ => word,
        };
        (class, self.source.begins_line(at))
    }
}
