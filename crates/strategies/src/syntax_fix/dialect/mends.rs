//! One rule per file: the small changes that might fix a fault.
//!
//! A rule looks at the tokens around the reported places and proposes changes with costs: 1 to 3
//! points for what is nearly always meant, 4 to 6 for what may be meant, more for what only a
//! search would try. Whether a change makes a valid program is checked afterwards.

pub(super) mod bracket;
pub(super) mod character;
pub(super) mod comment;
pub(super) mod glued;
pub(super) mod json;
pub(super) mod keyword;
pub(super) mod quote;
pub(super) mod token;
pub(super) mod value;
pub(super) mod yaml;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use unbreak_core::RuleId;

use super::Dialect;
use super::source::Source;
use crate::mend;
use crate::syntax_fix::language::{Cost, Mend};

/// Tokens before a fault that may have caused it.
const BEFORE: usize = 9;

/// The number of tokens behind it.
const BEHIND: usize = 2;

/// Proposes changes that might fix the fault, in no particular order.
pub(super) type Rule = fn(&Site<'_, '_>) -> Vec<Mend>;

/// A rule with its id.
pub(super) type NamedRule = (RuleId, Rule);

/// The changes that rules propose.
pub(super) fn all(rules: &[NamedRule], site: &Site<'_, '_>) -> Vec<Mend> {
    let named = rules.iter().map(|(id, rule)| {
        let mut mends = rule(site);
        mend::name(id, &mut mends);
        mends
    });
    named.flatten().collect()
}

/// A text and the places in it that are reported.
pub(super) struct Site<'s, 'a> {
    pub(super) dialect: &'static Dialect,
    pub(super) source: &'s Source<'a>,
    /// The tokens that are reported, the first fault first. The one behind the last is the end.
    pub(super) suspects: Vec<usize>,
}

impl<'s, 'a> Site<'s, 'a> {
    pub(super) fn new(dialect: &'static Dialect, source: &'s Source<'a>, places: &[usize]) -> Self {
        let mut suspects: Vec<usize> = places.iter().map(|&place| source.token_at(place)).collect();
        let mut seen = BTreeSet::new();
        suspects.retain(|&at| seen.insert(at));
        suspects.truncate(3);
        Self {
            dialect,
            source,
            suspects,
        }
    }

    /// Tokens near enough to have caused a fault, each once, with the cost of their distance.
    fn near(&self) -> Vec<(usize, Cost)> {
        let mut near: Vec<(usize, Cost)> = Vec::new();
        for &suspect in &self.suspects {
            for at in self.around(suspect) {
                let farness = far(at, suspect);
                match near.iter_mut().find(|(known, _)| *known == at) {
                    Some((_, known)) => *known = farness.min(*known),
                    None => near.push((at, farness)),
                }
            }
        }
        near
    }

    /// The cost of closing a bracket right before another opens: the result of a closed bracket is
    /// hardly called or indexed, unless the file does so elsewhere.
    fn stuck(&self, at: usize, close: &str) -> Cost {
        let source = self.source;
        let touches = |at: usize| source.is_bracket(at) && source.start(at) == source.end_before(at);
        let open = source.word(at);
        let is_it = touches(at) && "([{".contains(open) && matches!(close, ")" | "]" | "}");
        let is_usual = |&other: &usize| {
            source.is_mark(other, open) && touches(other) && source.is_mark(other - 1, close)
        };
        match is_it && !(1..source.tokens.len()).any(|other| is_usual(&other)) {
            true => 3,
            false => 0,
        }
    }

    /// The cost of a token's distance from the faults.
    fn farness(&self, at: usize) -> Cost {
        self.suspects
            .iter()
            .map(|&suspect| far(at, suspect))
            .min()
            .unwrap_or(0)
    }

    /// Tokens around one, the end of the text among them.
    fn around(&self, suspect: usize) -> RangeInclusive<usize> {
        // Readers of data report the line or the value as a whole.
        let behind = if self.dialect.is_data { 3 * BEHIND } else { BEHIND };
        let last = (suspect + behind).min(self.source.tokens.len());
        suspect.saturating_sub(BEFORE)..=last
    }

    /// Returns whether a word means something to the language.
    fn is_keyword(&self, word: &str) -> bool {
        self.dialect.keywords.contains(&word)
    }

    /// Takes a range away; words that would grow together stay apart.
    fn removed(&self, range: std::ops::Range<usize>, cost: Cost) -> Mend {
        let text = self.source.text;
        let joins = |c: char| super::lex::is_word(c) || source_word_mark(self.dialect, c);
        let grows = text[..range.start].ends_with(joins) && text[range.end..].starts_with(joins);
        let title = format!("remove '{}'", text[range.clone()].trim());
        Mend::replace(range, if grows { " " } else { "" }, cost).titled(title)
    }

    /// The text to insert before a token so that it stands apart from its neighbours if it must.
    fn spaced(&self, at: usize, text: &str) -> String {
        let source = self.source;
        let joins = |c: char| super::lex::is_word(c) || source_word_mark(self.dialect, c);
        let begin = source.end_before(at);
        let before = source.text[..begin].ends_with(joins) && text.starts_with(joins);
        let after = text.ends_with(joins) && source.text[begin..].starts_with(joins);
        format!(
            "{}{text}{}",
            if before { " " } else { "" },
            if after { " " } else { "" }
        )
    }
}

fn source_word_mark(dialect: &Dialect, c: char) -> bool {
    dialect.lexis.word_marks.contains(c)
}

/// The cost of a token's distance from the fault.
fn far(at: usize, suspect: usize) -> Cost {
    let before = suspect.saturating_sub(at);
    let behind = at.saturating_sub(suspect);
    Cost::try_from(before.saturating_sub(1) / 2 + behind.div_ceil(2))
        .unwrap_or(Cost::MAX)
        .min(4)
}
