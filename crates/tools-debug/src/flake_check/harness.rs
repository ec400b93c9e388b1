//! Test runners: how each selects and orders tests, and how its results are read.

mod cargo;
mod go;
mod pytest;
mod report;
mod script;

use std::path::PathBuf;

use unbreak_core::{Command, Completed, TestSelection, ToolError};

use super::outcome::TestResult;
use super::setting::Order;
use crate::startup::write;

/// The control that a runner offers over its tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Orders {
    /// None.
    Fixed,
    /// Running selected tests only.
    Some,
    /// Shuffling tests, and running selected ones only.
    Shuffled,
    /// Any order.
    Any,
}

impl Orders {
    /// Returns whether it can run them in this way.
    pub(super) fn allow(self, order: &Order) -> bool {
        match order {
            Order::Free | Order::Natural => true,
            Order::Exactly(_) => self >= Self::Some,
            Order::Shuffled(_) => self >= Self::Shuffled,
            Order::Reversed => self >= Self::Any,
        }
    }
}

/// Files of one run, outside the workspace.
#[derive(Debug)]
pub(super) struct Files {
    /// A directory that no other run uses.
    pub(super) directory: PathBuf,
    /// The directory in which the command runs.
    pub(super) root: PathBuf,
}

impl Files {
    /// The file in which the runner reports.
    pub(super) fn report(&self) -> PathBuf {
        self.directory.join("report")
    }

    /// Writes a file of this run.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, ToolError> {
        write(&self.directory, name, text)
    }
}

/// A test runner.
pub(super) trait Harness: Send + Sync {
    fn orders(&self) -> Orders;

    /// Has it report, and run its tests in an order.
    ///
    /// # Errors
    /// When a file cannot be written.
    fn prepare(&self, command: &mut Command, order: &Order, files: &Files) -> Result<(), ToolError>;

    /// The results of its tests; `None` when it did not run.
    fn results(&self, completed: &Completed, files: &Files) -> Option<Vec<TestResult>>;

    /// Returns whether the run failed because it was to report.
    fn is_refused(&self, _completed: &Completed) -> bool {
        false
    }
}

/// The runner that a command starts; `report` is a file in JUnit's format that it writes.
pub(super) fn harness(command: &Command, report: Option<&str>) -> Box<dyn Harness> {
    if let Some(file) = report {
        return Box::new(report::Report::new(file));
    }
    let selection = TestSelection::of(command);
    let known = selection.and_then(|selection| {
        go::recognise(selection)
            .or_else(|| cargo::recognise(selection))
            .or_else(|| script::recognise(selection))
    });
    // pytest listens to the environment, so that it need not be seen in the command.
    known.unwrap_or_else(|| Box::new(pytest::Pytest))
}
