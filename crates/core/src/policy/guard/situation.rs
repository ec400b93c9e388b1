//! The known facts about the failure that a fix is for.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, ErrorType, Frame};
use crate::path::RelPath;

use super::places::is_test_file;

/// The information that the guard needs besides the fix.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The diagnostics the fix is for.
    pub targets: &'a [&'a Diagnostic],
    /// All errors of the run.
    pub errors: &'a [Diagnostic],
    /// The words of the user's command: a script among them is part of the check.
    pub command: &'a [&'a str],
    /// Classes the operator has allowed.
    pub allowed: &'a BTreeSet<String>,
    /// Whether the strategy is code of this program: only then is its word enough that the history shows a rename.
    pub is_own_strategy: bool,
    /// Reads a file of the tree as it is before the fix.
    pub read: &'a dyn Fn(&RelPath) -> Option<String>,
}

impl Situation<'_> {
    /// Returns whether the failure is reported in a file.
    pub(super) fn points_at(&self, file: &RelPath) -> bool {
        self.targets
            .iter()
            .any(|target| target.file() == Some(file.as_str()))
    }

    /// Returns whether the failure names no file of the tree: readers of data often do not say which file they read.
    pub(super) fn points_nowhere(&self) -> bool {
        let is_elsewhere = |file: &str| file.starts_with('/') || file.starts_with('<');
        let nowhere = |target: &&Diagnostic| target.file().is_none_or(is_elsewhere);
        !self.targets.is_empty() && self.targets.iter().all(nowhere)
    }

    /// Returns whether the failure arose in a file or on the way through it.
    pub(super) fn passed_through(&self, file: &RelPath) -> bool {
        let is_here = |frame: &Frame| frame.location.file.as_deref() == Some(file.as_str());
        self.points_at(file)
            || self
                .targets
                .iter()
                .any(|target| target.frames.iter().any(is_here))
    }

    /// The names that the failure says are missing in a file; what an expectation says is another matter.
    pub(super) fn missing_in(&self, file: &RelPath) -> Vec<&str> {
        let here = self.targets.iter().filter(|target| {
            target.file() == Some(file.as_str()) && target.error_type != ErrorType::Assertion
        });
        here.filter_map(|target| target.fact.as_ref()?.missing_name())
            .collect()
    }

    pub(super) fn does_not_parse(&self, file: &RelPath) -> bool {
        self.targets
            .iter()
            .any(|target| target.error_type == ErrorType::Syntax && target.file() == Some(file.as_str()))
    }

    /// Returns whether an expectation stated in this file failed, in a test or in the program itself.
    pub(super) fn is_failed_assertion_in(&self, file: &RelPath) -> bool {
        self.targets.iter().any(|target| {
            let frame = target.innermost_own_frame().map(|frame| &frame.location);
            let place = frame.unwrap_or(&target.location);
            target.error_type == ErrorType::Assertion && place.file.as_deref() == Some(file.as_str())
        })
    }

    /// Returns whether a test of this file fails. A checker's finding in a test's text is not a failing test.
    pub(super) fn is_failing_test(&self, file: &RelPath) -> bool {
        let is_here = |error: &&Diagnostic| {
            let of_test = error.test.as_deref().is_some_and(|test| belongs_to(test, file));
            of_test || is_test_file(file) && error.file() == Some(file.as_str())
        };
        let runs = |error: &Diagnostic| {
            !matches!(
                error.error_type,
                ErrorType::Lint | ErrorType::Type | ErrorType::Build
            )
        };
        self.errors.iter().filter(is_here).any(runs)
    }
}

/// Returns whether a test is in a file, by the names of the common runners: `tests/test_a.py::test_b`,
/// `src/a.test.ts > adds`, and unittest's `tests.test_a.TestB.test_c`.
fn belongs_to(test: &str, file: &RelPath) -> bool {
    let module = file
        .as_str()
        .rsplit_once('.')
        .map_or(file.as_str(), |(module, _)| module);
    let starts_with = |name: &str| {
        let rest = test.strip_prefix(name);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    starts_with(file.as_str()) || starts_with(&module.replace('/', "."))
}
