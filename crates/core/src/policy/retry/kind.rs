//! The kinds and sources of failures.

use serde::{Deserialize, Serialize};

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureKind {
    /// An answer is JSON, but not in the requested form.
    SchemaInvalid,
    /// An answer is not JSON.
    JsonInvalid,
    /// Tests ran, and some failed.
    TestFailed,
    /// A command failed.
    CommandFailed,
    /// Something that the task needs is missing: a file, a value, a setting.
    MissingContext,
    /// The answer contradicts the task or itself.
    ReasoningError,
    /// The same failure came back.
    RepeatedFailure,
    /// The attempt asked for something that is not allowed.
    UnsafeRequest,
    /// A tool could not do its work: it did not start, ran out of time, lost its connection.
    ToolError,
    /// None of the others.
    Unknown,
}

impl FailureKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::SchemaInvalid,
        Self::JsonInvalid,
        Self::TestFailed,
        Self::CommandFailed,
        Self::MissingContext,
        Self::ReasoningError,
        Self::RepeatedFailure,
        Self::UnsafeRequest,
        Self::ToolError,
        Self::Unknown,
    ];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SchemaInvalid => "schema_invalid",
            Self::JsonInvalid => "json_invalid",
            Self::TestFailed => "test_failed",
            Self::CommandFailed => "command_failed",
            Self::MissingContext => "missing_context",
            Self::ReasoningError => "reasoning_error",
            Self::RepeatedFailure => "repeated_failure",
            Self::UnsafeRequest => "unsafe_request",
            Self::ToolError => "tool_error",
            Self::Unknown => "unknown",
        }
    }
}

impl std::fmt::Display for FailureKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The part of an orchestration that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureSource {
    /// The work on a task.
    Task,
    /// The verification of its result.
    Verify,
    /// The plan that connects tasks.
    Graph,
}

impl FailureSource {
    /// Every source.
    pub const ALL: [Self; 3] = [Self::Task, Self::Verify, Self::Graph];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Verify => "verify",
            Self::Graph => "graph",
        }
    }
}

impl std::fmt::Display for FailureSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
