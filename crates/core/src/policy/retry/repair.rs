//! Instructions for the next attempt, without a model.

use serde::{Deserialize, Serialize};

use super::kind::FailureKind;
use super::record::FailureRecord;

/// The most characters of a message that an instruction repeats.
const QUOTED: usize = 600;

/// The kind of action for the next attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RepairAction {
    /// Answer again in the requested form.
    AnswerInSchema,
    /// Answer again in valid JSON.
    AnswerInJson,
    /// Change the code that the failing tests check.
    FixTestedCode,
    /// Change the code that makes the command fail.
    FixCommand,
    /// Get the missing context first.
    GatherContext,
    /// Go back to the task and reason again.
    Reconsider,
    /// Do something different from before.
    ChangeApproach,
    /// Do it within the limits.
    StayWithinLimits,
    /// Call the tool again, or work without it.
    RetryTool,
    /// Find out what failed.
    Investigate,
}

/// An instruction for the next attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RepairInstruction {
    /// The action.
    pub action: RepairAction,
    /// Text to append to the prompt of the next attempt.
    pub prompt_suffix: String,
    /// The smallest step that makes progress.
    pub minimal_next_step: String,
}

impl RepairInstruction {
    /// The instruction for a failure. Equal records give equal instructions.
    pub fn of(record: &FailureRecord) -> Self {
        let (action, request, step) = advice(record.kind);
        let place = record
            .node
            .as_ref()
            .map(|node| format!(" in {node}"))
            .unwrap_or_default();
        Self {
            action,
            prompt_suffix: format!(
                "Attempt {} failed{place} ({}):\n{}\n\n{request}",
                record.attempt,
                record.kind,
                quoted(&record.message)
            ),
            minimal_next_step: step.to_owned(),
        }
    }
}

/// A message as a quotation of bounded length, so that nothing in it looks like part of the instruction.
fn quoted(message: &str) -> String {
    let mut shown: String = message.chars().take(QUOTED).collect();
    if shown.len() < message.len() {
        shown.push('…');
    }
    let lines = shown.lines().map(|line| format!("> {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Advice for each kind: the action, the request to the next attempt, and the smallest step.
const fn advice(kind: FailureKind) -> (RepairAction, &'static str, &'static str) {
    match kind {
        FailureKind::SchemaInvalid => (
            RepairAction::AnswerInSchema,
            "Give the same answer in the form that was asked for. Add no other fields and leave none out.",
            "Correct the named field and send the whole answer again.",
        ),
        FailureKind::JsonInvalid => (
            RepairAction::AnswerInJson,
            "Answer with one JSON value and nothing else: no prose, no code fence.",
            "Send the last answer again as valid JSON.",
        ),
        FailureKind::TestFailed => (
            RepairAction::FixTestedCode,
            "Change the code under test so that these tests pass. Do not change, skip or delete a test.",
            "Run the first failing test alone and fix its cause.",
        ),
        FailureKind::CommandFailed => (
            RepairAction::FixCommand,
            "Find the first error in the output and fix its cause. Do not hide it.",
            "Fix the first reported error and run the command again.",
        ),
        FailureKind::MissingContext => (
            RepairAction::GatherContext,
            "Do not guess what is missing. Look for it, or say exactly what is needed.",
            "Find the missing file, value or setting.",
        ),
        FailureKind::ReasoningError => (
            RepairAction::Reconsider,
            "Read the task again. State what contradicts it, then answer anew.",
            "Name the assumption that was wrong.",
        ),
        FailureKind::RepeatedFailure => (
            RepairAction::ChangeApproach,
            "The same failure came back. Do not repeat the last change; use another approach.",
            "Undo the last change and choose another cause to examine.",
        ),
        FailureKind::UnsafeRequest => (
            RepairAction::StayWithinLimits,
            "This is not allowed. Reach the goal without it, or explain why that is impossible.",
            "Leave out the request that was refused.",
        ),
        FailureKind::ToolError => (
            RepairAction::RetryTool,
            "The tool failed, which says nothing about the work. Call it again, or do without it.",
            "Call the tool once more with the same input.",
        ),
        FailureKind::Unknown => (
            RepairAction::Investigate,
            "Find out what failed before changing anything.",
            "Reproduce the failure and read its full message.",
        ),
    }
}
