//! The record of past fixes of similar failures.
//!
//! It only changes the order in which fixes are tried: a fix that helped elsewhere is verified here like any
//! other.

use std::collections::HashMap;

use unbreak_core::capability::{CapabilityError, Recalled};
use unbreak_core::redact::redact;
use unbreak_core::signature::normalise;
use unbreak_core::{Confidence, Fix, Memory, Signature};

/// The most patterns that are read.
const PATTERNS: usize = 32;

/// The confidence of a strategy counts as much as this many fixes that helped.
const WORD: f64 = 2.0;

/// The success rates from which on a fix is known: for the same signature, and for a similar one.
const KNOWN: f64 = 0.7;
const KNOWN_ELSEWHERE: f64 = 0.8;

/// The past fixes of failures like the one in question.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The past changes of a strategy, by its description; whether each is to be repeated.
    known: HashMap<(String, String), bool>,
    /// How often a strategy's changes of this kind helped, and how often they were tried.
    kinds: HashMap<(String, String), (f64, f64)>,
}

impl Past {
    /// # Errors
    /// If the memory cannot be read.
    pub(super) async fn of(signature: &Signature, memory: &dyn Memory) -> Result<Self, CapabilityError> {
        let mut past = Self::default();
        // The most similar first: knowledge of the same failure counts.
        for pattern in memory.recall(signature, PATTERNS).await? {
            past.add(&pattern);
        }
        Ok(past)
    }

    fn add(&mut self, pattern: &Recalled) {
        let (helped, tried) = (
            f64::from(pattern.successes),
            f64::from(pattern.successes) + f64::from(pattern.failures),
        );
        let similarity = pattern.similarity.get();
        let floor = if similarity < 1.0 { KNOWN_ELSEWHERE } else { KNOWN };
        let name = (pattern.strategy.clone(), pattern.details.clone());
        self.known.entry(name).or_insert(helped >= floor * tried);
        let kind = (pattern.strategy.clone(), normalise(&pattern.details));
        let counts = self.kinds.entry(kind).or_default();
        counts.0 += similarity * helped;
        counts.1 += similarity * tried;
    }

    /// Returns whether exactly this fix helped before.
    pub(super) fn knows(&self, fix: &Fix) -> bool {
        let name = (fix.strategy.clone(), redact(&fix.title).into_owned());
        !fix.of_this_text && self.known.get(&name).copied().unwrap_or(false)
    }

    /// How likely a fix helps: the strategy's confidence, or less if fixes of its kind did not help. Never
    /// more: those that were tried were the best of their kinds, and say nothing about the others.
    pub(super) fn expect(&self, fix: &Fix) -> Confidence {
        if fix.of_this_text {
            return fix.confidence;
        }
        let kind = (fix.strategy.clone(), normalise(&redact(&fix.title)));
        let (helped, tried) = self.kinds.get(&kind).copied().unwrap_or_default();
        Confidence::new(fix.confidence.get() * (WORD + helped) / (WORD + tried))
    }
}
