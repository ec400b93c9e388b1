//! Spares the calls for candidates that are not texts of the input's language.
//!
//! Most programs reject input that does not parse, so that asking them is a waste; but a program that
//! only searches a text does not care. Which of the two it is, is learned.

#[cfg(feature = "grammars")]
use super::syntax::Grammar;

/// Decides which candidates are tested.
#[derive(Default)]
pub(super) struct Screen {
    #[cfg(feature = "grammars")]
    language: Option<Language>,
}

#[cfg(not(feature = "grammars"))]
#[expect(clippy::unused_self, reason = "without a grammar there is nothing to learn")]
impl Screen {
    pub(super) fn admits(&self, _candidate: &[u8], _strict: bool) -> bool {
        true
    }

    pub(super) fn learn(&mut self, _candidate: &[u8], _interesting: bool) {}
}

/// The language of the input, and how much the command cares.
#[cfg(feature = "grammars")]
struct Language {
    grammar: &'static Grammar,
    /// Candidates that did not parse and were not interesting.
    rejected: u32,
    /// Candidates that did not parse and were interesting all the same.
    accepted: u32,
}

/// This many candidates that do not parse must fail, and none be interesting, before no more of
/// them are tried.
#[cfg(feature = "grammars")]
const EXPERIENCE: u32 = 10;

/// Longer texts are not parsed for each candidate: that would take longer than most commands.
#[cfg(feature = "grammars")]
const LONGEST: usize = 100_000;

#[cfg(feature = "grammars")]
impl Screen {
    /// For an input that is a text of a language.
    pub(super) fn of(grammar: &'static Grammar) -> Self {
        Self {
            language: Some(Language {
                grammar,
                rejected: 0,
                accepted: 0,
            }),
        }
    }

    /// Returns whether a candidate is to be tested. `strict`: only if it parses.
    pub(super) fn admits(&self, candidate: &[u8], strict: bool) -> bool {
        self.language.as_ref().is_none_or(|language| {
            let matters = strict || language.accepted == 0 && language.rejected >= EXPERIENCE;
            !matters || language.parses(candidate)
        })
    }

    /// Records the result of a candidate.
    pub(super) fn learn(&mut self, candidate: &[u8], interesting: bool) {
        let Some(language) = &mut self.language else {
            return;
        };
        let settled = language.accepted > 0 || language.rejected >= EXPERIENCE;
        if settled || language.parses(candidate) {
            return;
        }
        match interesting {
            true => language.accepted += 1,
            false => language.rejected += 1,
        }
    }
}

#[cfg(feature = "grammars")]
impl Language {
    fn parses(&self, candidate: &[u8]) -> bool {
        candidate.len() > LONGEST || self.grammar.parses(candidate)
    }
}
