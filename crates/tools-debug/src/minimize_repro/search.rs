//! The state of a reduction: the smallest text so far, and the count of calls.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use unbreak_core::{ToolContext, ToolError};

use super::oracle::Oracle;
use super::screen::Screen;
use super::shape::Shape;
use crate::join;

/// Why the search ends before its time.
#[derive(Debug)]
pub(super) enum Stop {
    /// No more calls are allowed.
    Budget,
    /// The operator has seen enough.
    Interrupted,
    /// The oracle failed.
    Failed(ToolError),
}

/// The state of a reduction.
pub(super) struct Search<'a> {
    oracle: &'a Oracle<'a>,
    context: &'a ToolContext<'a>,
    shape: &'a Shape,
    /// The current text, which is always interesting.
    current: Vec<u8>,
    /// The smallest interesting text seen; `current` may for a while be longer and simpler.
    smallest: Vec<u8>,
    /// Texts that are known not to be interesting.
    failed: HashSet<u64>,
    /// Changes that have failed in the surroundings that they were tried in.
    futile: HashSet<u64>,
    /// Whether futile changes are tried again.
    pub(super) thorough: bool,
    pub(super) screen: Screen,
    budget: u64,
    calls: u64,
    /// The calls of earlier searches, on which this one builds.
    calls_before: u64,
    jobs: usize,
    /// The recent success rate of trials, 0..=1.
    luck: f64,
}

/// The weight of one more answer in the success rate.
const LUCK_STEP: f64 = 0.15;

impl<'a> Search<'a> {
    /// Starts with a text that is interesting.
    pub(super) fn new(
        oracle: &'a Oracle<'a>,
        context: &'a ToolContext<'a>,
        shape: &'a Shape,
        text: Vec<u8>,
    ) -> Self {
        Self {
            oracle,
            context,
            shape,
            smallest: text.clone(),
            current: text,
            failed: HashSet::new(),
            futile: HashSet::new(),
            thorough: false,
            screen: Screen::default(),
            budget: u64::MAX,
            calls: 0,
            calls_before: 0,
            jobs: 1,
            luck: 0.3,
        }
    }

    /// The most calls in all, those made before included, and how many at a time.
    pub(super) fn limited(mut self, budget: Option<u64>, before: u64, jobs: usize) -> Self {
        self.budget = budget.unwrap_or(u64::MAX).saturating_sub(before);
        self.calls_before = before;
        self.jobs = jobs.max(1);
        self
    }

    pub(super) fn current(&self) -> &[u8] {
        &self.current
    }

    pub(super) fn smallest(&self) -> &[u8] {
        &self.smallest
    }

    /// The number of questions to the oracle.
    pub(super) fn calls(&self) -> u64 {
        self.calls
    }

    /// The number of candidates that are best tested concurrently.
    pub(super) fn jobs(&self) -> usize {
        self.jobs
    }

    pub(super) fn expects_success(&self) -> bool {
        self.luck > 0.6
    }

    /// Forgets which changes were futile.
    #[cfg(feature = "grammars")]
    pub(super) fn forget(&mut self) {
        self.futile.clear();
    }

    /// Returns whether a candidate is not worth a call: known to fail, or not a text of the language
    /// (`strict`: certainly; otherwise: according to experience).
    pub(super) fn is_hopeless(&mut self, candidate: &[u8], strict: bool) -> bool {
        !self.shape.admits(candidate)
            || self.failed.contains(&fingerprint(candidate))
            || !self.screen.admits(candidate, strict)
    }

    /// Returns whether a change was futile before.
    pub(super) fn is_futile(&self, change: u64) -> bool {
        !self.thorough && self.futile.contains(&change)
    }

    /// Notes how a change turned out.
    pub(super) fn learn(&mut self, change: u64, worked: bool) {
        self.luck += LUCK_STEP * (f64::from(u8::from(worked)) - self.luck);
        if !worked {
            self.futile.insert(change);
        }
    }

    /// Asks about candidates side by side. At the end of the budget about fewer of them.
    pub(super) async fn ask(&mut self, candidates: &[Vec<u8>]) -> Result<Vec<bool>, Stop> {
        let left = usize::try_from(self.budget - self.calls).unwrap_or(usize::MAX);
        let candidates = &candidates[..candidates.len().min(left)];
        if candidates.is_empty() {
            return Err(Stop::Budget);
        }
        self.calls += candidates.len() as u64;
        let asked = candidates
            .iter()
            .enumerate()
            .map(|(slot, candidate)| self.oracle.is_interesting(self.shape, slot, candidate));
        let answers = join::all(asked).await;
        let mut interesting = Vec::with_capacity(answers.len());
        for (candidate, answer) in candidates.iter().zip(answers) {
            let answer = answer?;
            self.screen.learn(candidate, answer);
            match answer {
                true => self.note_size(candidate),
                false => drop(self.failed.insert(fingerprint(candidate))),
            }
            interesting.push(answer);
        }
        Ok(interesting)
    }

    /// Goes on from an interesting candidate.
    pub(super) fn keep(&mut self, candidate: Vec<u8>) {
        self.current = candidate;
        self.context.tell(&format!(
            "{} after {} runs",
            self.shape.size(&self.smallest),
            self.calls_before + self.calls
        ));
    }

    fn note_size(&mut self, candidate: &[u8]) {
        if candidate.len() < self.smallest.len() {
            self.smallest = candidate.to_vec();
        }
    }
}

/// The identity of a text in a very large set.
pub(super) fn fingerprint(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
