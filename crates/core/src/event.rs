//! The events that the loop reports while it runs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::capability::ExitState;
use crate::confinement::Confinement;
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::model::Prompt;
use crate::policy::escalation::Ladder;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// 1, 2, 3, ... without gaps, within a run.
    pub seq: u64,
    /// Milliseconds since 1970-01-01 UTC.
    pub time_ms: u64,
    /// The iteration it belongs to; 0 before the first.
    pub iteration: u32,
    /// The event.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl Event {
    /// An event that happens now.
    pub fn now(seq: u64, iteration: u32, kind: EventKind) -> Self {
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        Self {
            seq,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            iteration,
            kind,
        }
    }
}

/// The kind of event. In JSON, `event` holds its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// The run begins.
    Start {
        /// How its commands are confined.
        sandbox: Confinement,
    },
    /// The user's command is about to run.
    Execute {
        /// As one would type it.
        command: String,
        /// The number of earlier executions in this run.
        runs: u32,
    },
    /// Its output has been read.
    Parse {
        /// How it ended.
        exit: ExitState,
        /// The diagnostics.
        diagnostics: Vec<Diagnostic>,
        /// The duration of the command.
        command_ms: u64,
    },
    /// The diagnostics have been grouped by root cause.
    Analyze {
        /// One per root cause.
        analyses: Vec<Analysis>,
    },
    /// A fix has been applied and waits for its verification.
    Fix {
        /// The analysis it is for.
        analysis: u32,
        /// The fix.
        fix: Fix,
        /// Unified diff of its edits.
        diff: String,
    },
    /// The outcome of each analysis of the iteration.
    FixResults {
        /// Exactly one for each analysis.
        results: Vec<FixResult>,
    },
    /// The command was run to verify a batch of fixes.
    Verify {
        /// Whether the batch, or a part of it, was kept.
        kept: bool,
        /// How the command ended.
        exit: ExitState,
        /// The number of errors before.
        errors_before: usize,
        /// The number of errors now.
        errors_after: usize,
        /// The verdict in words.
        verdict: String,
    },
    /// Fixes that want the same place were tried side by side, each in a copy of the tree.
    Rehearse {
        /// The result of each, the likeliest fix first.
        fixes: Vec<Rehearsed>,
        /// The time for all of them.
        command_ms: u64,
    },
    /// A model was asked.
    Model {
        /// The model, tokens, cost and time.
        call: ModelCall,
    },
    /// An attempt to repair a cause with a model ended.
    Attempt {
        /// The analysis it was for.
        analysis: u32,
        /// The account of the attempts so far: number, tier, hints, new plans.
        ladder: Ladder,
        /// The result, and the next step.
        verdict: String,
    },
    /// Fixes were rolled back.
    Rollback {
        /// Their titles.
        fixes: Vec<String>,
        /// The reason.
        reason: String,
    },
    /// The command passes.
    Success {
        /// The total number of runs of the command.
        runs: u32,
    },
    /// The same failure came back again and again, or in a circle.
    Stuck {
        /// The observation.
        reason: String,
    },
    /// No strategy has anything (more) to propose.
    NoFix {
        /// The reason, for each analysis.
        reasons: Vec<String>,
    },
    /// The command failed and nothing was recognised in its output.
    UnknownError {
        /// The end of the output.
        excerpt: String,
    },
    /// The iterations are used up.
    MaxIterations {
        /// How many there were.
        limit: u32,
    },
    /// A budget is used up.
    BudgetExhausted {
        /// Its name: `time`, ...
        budget: String,
    },
}

impl EventKind {
    /// The name used in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Start { .. } => "start",
            Self::Execute { .. } => "execute",
            Self::Parse { .. } => "parse",
            Self::Analyze { .. } => "analyze",
            Self::Fix { .. } => "fix",
            Self::FixResults { .. } => "fix_results",
            Self::Verify { .. } => "verify",
            Self::Rehearse { .. } => "rehearse",
            Self::Model { .. } => "model",
            Self::Attempt { .. } => "attempt",
            Self::Rollback { .. } => "rollback",
            Self::Success { .. } => "success",
            Self::Stuck { .. } => "stuck",
            Self::NoFix { .. } => "no_fix",
            Self::UnknownError { .. } => "unknown_error",
            Self::MaxIterations { .. } => "max_iterations",
            Self::BudgetExhausted { .. } => "budget_exhausted",
        }
    }
}

/// One question to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelCall {
    /// The model.
    pub model: String,
    /// Tokens read, as the provider counts them.
    pub input_tokens: u64,
    /// Tokens written, as the provider counts them.
    pub output_tokens: u64,
    /// Dollars, at the configured prices.
    pub cost: f64,
    /// Milliseconds until the answer was complete.
    pub ms: u64,
    /// Why there is no answer, if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The prompt, if the operator wants to see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Prompt>,
}

impl ModelCall {
    /// A question that was not answered yet.
    pub fn new(model: impl Into<String>) -> Self {
        Self {
            model: model.into(),
            input_tokens: 0,
            output_tokens: 0,
            cost: 0.0,
            ms: 0,
            error: None,
            prompt: None,
        }
    }
}

/// The result of trying a fix in a copy of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rehearsed {
    /// The fix's title.
    pub title: String,
    /// Whether it helped in the copy. The run in the tree itself decides.
    pub helps: bool,
    /// The verdict in words.
    pub verdict: String,
}

/// The outcome of an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FixResult {
    /// The analysis.
    pub analysis: u32,
    /// Its diagnostic's message, for reports.
    pub message: String,
    /// Where it is.
    pub place: String,
    /// The outcome.
    pub outcome: FixOutcome,
    /// The number of fixes that were tried for it in this run.
    pub attempts: u32,
}

/// Fixed, failed or skipped, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum FixOutcome {
    /// A fix was applied, verified and kept.
    Fixed {
        /// Id of the strategy.
        strategy: String,
        /// The fix.
        title: String,
    },
    /// Fixes were tried and did not help.
    Failed {
        /// The reason.
        reason: String,
    },
    /// Nothing was tried.
    Skipped {
        /// The reason.
        reason: String,
    },
}

impl FixOutcome {
    /// Returns whether the cause is gone.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Self::Fixed { .. })
    }
}

impl std::fmt::Display for FixOutcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fixed { strategy, title } => write!(f, "fixed by {strategy}: {title}"),
            Self::Failed { reason } => write!(f, "failed: {reason}"),
            Self::Skipped { reason } => write!(f, "skipped: {reason}"),
        }
    }
}
