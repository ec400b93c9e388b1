//! What one run of the command showed, and how it compares with an earlier one before any error is looked at.

use std::collections::BTreeSet;

use crate::capability::ExitState;
use crate::diagnostic::{Diagnostic, ErrorType};
use crate::signature::Fingerprint;

/// The highest number of a signal that is not one of the real-time ones.
const LAST_SIGNAL: i32 = 31;

/// One run of the command.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// How it ended.
    pub exit: ExitState,
    /// Everything that keeps it from passing.
    pub errors: Vec<Diagnostic>,
    /// Whether it left tests untried after those that failed (`pytest -x`).
    pub stopped_early: bool,
    /// How much was done, as the command says; `None` where it may become less.
    pub work: Option<Work>,
    /// The files that must exist in the end and did not.
    pub missing: BTreeSet<String>,
    /// The end of its output.
    pub tail: String,
    /// Whether the tail is all of its output.
    pub is_all: bool,
    /// Number of the run, from 1.
    pub run: u32,
}

impl Observation {
    /// A run that ended like this with these errors, and of which nothing else is known.
    pub fn new(exit: ExitState, errors: Vec<Diagnostic>) -> Self {
        Self {
            exit,
            errors,
            stopped_early: false,
            work: None,
            missing: BTreeSet::new(),
            tail: String::new(),
            is_all: false,
            run: 1,
        }
    }

    /// Whether the command passed and every file exists that must.
    pub fn passes(&self) -> bool {
        self.exit.is_success() && self.missing.is_empty()
    }

    /// Whether the run says how many tests it ran.
    pub fn counts_tests(&self) -> bool {
        self.work.as_ref().is_some_and(Work::counts_tests)
    }

    /// Why this run proves nothing of a change since an earlier one: it tried less, or no longer says how
    /// much it tried.
    pub fn shortfall(&self, before: &Self) -> Option<String> {
        if let Some(lost) = self.missing.difference(&before.missing).next() {
            return Some(format!("{lost} is missing now"));
        }
        let (now, then) = (self.work.as_ref()?, before.work.as_ref()?);
        if let (Some(tests), None, true) = (then.tests, now.tests, self.is_all)
            && tests > 0
        {
            return Some(format!(
                "the command no longer says how many tests ran ({tests} before)"
            ));
        }
        let is_whole = !self.stopped_early && !before.stopped_early;
        now.shortfall(then).filter(|_| is_whole)
    }

    /// How this run ended worse than an earlier one, whatever it reports: it no longer ends in time, it
    /// is killed and nothing new says why, or it fails without a known error where the error was known
    /// before.
    pub fn breakdown(&self, before: &Self) -> Option<String> {
        if self.exit == ExitState::TimedOut && before.exit != ExitState::TimedOut {
            return Some("the command no longer ends within its time limit".to_owned());
        }
        let (now, then) = (self.known_errors(), before.known_errors());
        if self.passes() || then.is_empty() {
            return None;
        }
        if now.is_empty() {
            let exit = self.exit;
            return Some(format!("the command now fails without a known error ({exit})"));
        }
        (is_death(self.exit) && !is_death(before.exit) && now.is_subset(&then))
            .then(|| format!("the command now dies ({})", self.exit))
    }

    fn known_errors(&self) -> BTreeSet<Fingerprint> {
        let known = self
            .errors
            .iter()
            .filter(|error| error.error_type != ErrorType::Unknown);
        known.map(Fingerprint::of).collect()
    }
}

/// Whether a command was killed; shells say that of their child with a code (POSIX: above 128).
fn is_death(exit: ExitState) -> bool {
    match exit {
        ExitState::Code(code) => (129..=128 + LAST_SIGNAL).contains(&code),
        ExitState::Signal(_) | ExitState::OutputLimit => true,
        _ => false,
    }
}

/// How much a command says it did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Work {
    /// Tests that passed or failed, where that is said; skipped ones were not tried.
    pub tests: Option<u64>,
    /// What it says when it found nothing to do, and says nothing else.
    pub idle: Option<String>,
}

impl Work {
    /// Whether tests ran, and how many is said.
    pub fn counts_tests(&self) -> bool {
        self.tests.is_some_and(|tests| tests > 0)
    }

    /// Why a run that did this proves less than one that did `before`: it left something out.
    pub fn shortfall(&self, before: &Self) -> Option<String> {
        if let (Some(now), Some(then)) = (self.tests, before.tests)
            && now < then
        {
            return Some(format!("only {now} of {then} tests ran"));
        }
        let idle = self.idle.as_ref().filter(|_| before.idle.is_none())?;
        Some(format!("nothing was done: {idle}"))
    }
}
