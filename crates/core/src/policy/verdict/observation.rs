//! The result of one run of the command, and its comparison with an earlier one as a whole, before any single
//! error.

use std::collections::BTreeSet;

use crate::capability::ExitState;
use crate::diagnostic::{Diagnostic, ErrorType};
use crate::signature::Fingerprint;

/// The highest number of a signal that is not a real-time signal.
const LAST_SIGNAL: i32 = 31;

/// One run of the command.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// How it ended.
    pub exit: ExitState,
    /// All errors that keep it from passing; if the command succeeds, the warnings that are to be repaired.
    pub errors: Vec<Diagnostic>,
    /// Whether it stopped at a failure and left tests untried (`pytest -x`).
    pub stopped_early: bool,
    /// The amount of work that the command reports; `None` if it is allowed to decrease.
    pub work: Option<Work>,
    /// The files that must exist in the end but did not.
    pub missing: BTreeSet<String>,
    /// The end of its output.
    pub tail: String,
    /// Whether the tail is the whole output.
    pub is_all: bool,
    /// Number of the run, from 1.
    pub run: u32,
}

impl Observation {
    /// A run that ended like this with these errors; nothing else is known of it.
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

    /// Returns whether the command succeeded, every required file exists, and no warning is left to be repaired.
    pub fn passes(&self) -> bool {
        self.succeeds() && self.errors.is_empty()
    }

    /// The same regardless of warnings.
    pub fn succeeds(&self) -> bool {
        self.exit.is_success() && self.missing.is_empty()
    }

    /// Returns whether the run reports how many tests it ran.
    pub fn counts_tests(&self) -> bool {
        self.work.as_ref().is_some_and(Work::counts_tests)
    }

    /// The number of tests that the run tried, if it says so.
    pub fn tests(&self) -> Option<u64> {
        self.work.as_ref()?.tests
    }

    /// The reason why this run proves nothing about a change since an earlier one: it tried less, or no
    /// longer reports how much it tried.
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

    /// The way in which this run ended worse than an earlier one, regardless of its errors: it reached its
    /// time limit, it was killed and no new error explains it, or it fails without a known error when the
    /// earlier error was known.
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

/// Returns whether a command was killed; shells report that of their child with an exit code (POSIX: above 128).
fn is_death(exit: ExitState) -> bool {
    match exit {
        ExitState::Code(code) => (129..=128 + LAST_SIGNAL).contains(&code),
        ExitState::Signal(_) | ExitState::OutputLimit => true,
        _ => false,
    }
}

/// The amount of work that a command reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Work {
    /// Tests that passed or failed, if that is reported; skipped ones do not count.
    pub tests: Option<u64>,
    /// The message that it found nothing to do, if it reports nothing else.
    pub idle: Option<String>,
}

impl Work {
    /// Returns whether tests ran, and their number is reported.
    pub fn counts_tests(&self) -> bool {
        self.tests.is_some_and(|tests| tests > 0)
    }

    /// The reason why a run that did this proves less than one that did `before`: it left something out.
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
