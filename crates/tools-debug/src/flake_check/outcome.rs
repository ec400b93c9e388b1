//! The results of each test in one run.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The whole command, in place of a test's name.
pub(super) const WHOLE: &str = "";

/// A test that a runner reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TestResult {
    pub(super) test: String,
    pub(super) outcome: Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    Failed,
    /// It was not run, or not to its end.
    Unknown,
}

impl TestResult {
    pub(super) fn new(test: impl Into<String>, outcome: Outcome) -> Self {
        Self {
            test: test.into(),
            outcome,
        }
    }
}

/// One run of the command.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    pub(super) passed: bool,
    /// Whether it exceeded its time limit.
    pub(super) is_timed_out: bool,
    pub(super) took: Duration,
    /// The tests that failed.
    pub(super) failed: BTreeSet<String>,
    /// The tests that passed, if their runner names them.
    pub(super) succeeded: Option<BTreeSet<String>>,
    /// All tests, as they were run.
    pub(super) order: Vec<String>,
}

impl Run {
    /// Records the results of a test runner. A test fails if any part of it does.
    pub(super) fn learn(&mut self, results: Vec<TestResult>) {
        let mut passed = BTreeSet::new();
        for TestResult { test, outcome } in results {
            if !self.order.contains(&test) {
                self.order.push(test.clone());
            }
            match outcome {
                Outcome::Passed => drop(passed.insert(test)),
                Outcome::Failed => drop(self.failed.insert(test)),
                Outcome::Unknown => {}
            }
        }
        passed.retain(|test| !self.failed.contains(test));
        self.succeeded = Some(passed);
    }

    /// Returns whether a test failed in it; `None` when it was not run.
    pub(super) fn fails(&self, test: &str) -> Option<bool> {
        match &self.succeeded {
            None if test == WHOLE => Some(!self.passed),
            // The runner only names failures, so an unnamed test passed.
            None => Some(self.failed.contains(test)),
            Some(_) if test == WHOLE => match (self.passed, self.failed.is_empty()) {
                (false, false) => None,
                (passed, _) => Some(!passed),
            },
            Some(_) if self.failed.contains(test) => Some(true),
            Some(passed) => passed.contains(test).then_some(false),
        }
    }

    /// Every test that it names.
    pub(super) fn tests(&self) -> impl Iterator<Item = &String> {
        self.failed.iter().chain(self.succeeded.iter().flatten())
    }
}

/// How often something passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) passes: u32,
    pub(super) failures: u32,
}

impl Count {
    pub(super) fn of<'a>(runs: impl IntoIterator<Item = &'a Run>, test: &str) -> Self {
        let mut count = Self::default();
        for failed in runs.into_iter().filter_map(|run| run.fails(test)) {
            match failed {
                true => count.failures += 1,
                false => count.passes += 1,
            }
        }
        count
    }

    pub(super) fn runs(self) -> u32 {
        self.passes + self.failures
    }

    pub(super) fn is_mixed(self) -> bool {
        self.passes > 0 && self.failures > 0
    }

    /// Returns whether it always fails; `None` when it sometimes does, or was never run.
    pub(super) fn always(self) -> Option<bool> {
        match (self.passes, self.failures) {
            (0, 0) => None,
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// The failures of each test in several runs, in the order of names.
pub(super) fn counts(runs: &[Run]) -> BTreeMap<String, Count> {
    let names: BTreeSet<&String> = runs.iter().flat_map(Run::tests).collect();
    let count = |name: &String| (name.clone(), Count::of(runs, name));
    names.into_iter().map(count).collect()
}
