//! Failures, as the caller saw them.

use serde::{Deserialize, Serialize};

use super::kind::{FailureKind, FailureSource};

/// A failure, as the caller saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Failure {
    /// A verification, such as a test run.
    Verification(Verification),
    /// An answer that could not be parsed.
    Parse {
        /// The parser's message.
        message: String,
    },
    /// An answer of the wrong form.
    Schema {
        /// The fault.
        message: String,
        /// The place in the answer: `steps[0].path`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
    /// A setting that is missing or wrong.
    Configuration {
        /// The fault.
        message: String,
    },
    /// Any other error.
    Error {
        /// Its message.
        message: String,
        /// Its kind, if the caller knows it. Otherwise the message decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<FailureKind>,
    },
}

/// The result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Verification {
    /// Whether it passed.
    pub passed: bool,
    /// Its message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The tests that failed, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_tests: Vec<String>,
    /// The exit code of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
}

impl Verification {
    /// A verification that failed with this message.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// The same with the tests that failed.
    #[must_use]
    pub fn with_failed_tests<T: Into<String>>(mut self, tests: impl IntoIterator<Item = T>) -> Self {
        self.failed_tests = tests.into_iter().map(Into::into).collect();
        self
    }

    /// The same with the exit code of the command.
    #[must_use]
    pub fn with_exit_code(mut self, code: i32) -> Self {
        self.exit_code = Some(code);
        self
    }
}

/// A failure with its place in an orchestration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ClassifyInput {
    /// The failure.
    pub failure: Failure,
    /// The part of the orchestration that failed.
    pub source: FailureSource,
    /// The step or task, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The number of the attempt, from 1.
    pub attempt: u32,
}

impl ClassifyInput {
    /// A failure of the attempt with this number, counted from 1.
    pub fn new(failure: Failure, source: FailureSource, attempt: u32) -> Self {
        Self {
            failure,
            source,
            node: None,
            attempt,
        }
    }

    /// The same in a step or task.
    #[must_use]
    pub fn in_node(mut self, node: impl Into<String>) -> Self {
        self.node = Some(node.into());
        self
    }
}
