//! The account of a whole run.

use serde::{Deserialize, Serialize};

use crate::capability::ExitState;
use crate::confinement::Confinement;
use crate::diagnosis::Diagnosis;
use crate::diagnostic::Diagnostic;
use crate::event::FixResult;
use crate::evidence::Evidence;
use crate::fix::{Confidence, SafetyClass};
use crate::rule::RuleId;

/// The report of a run: what it did, what it did not do, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The id of the run, for `undo` and `history`.
    pub run_id: String,
    /// The command, as one would type it.
    pub command: String,
    /// How the run ended.
    pub outcome: Outcome,
    /// How the command ended the last time it ran, on the final tree.
    pub exit: ExitState,
    /// How the command ended the first time.
    pub first_exit: ExitState,
    /// Iterations used.
    pub iterations: u32,
    /// The number of runs of the command, including the first.
    pub runs: u32,
    /// Diagnoses of what is missing outside the tree, if the command still fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnoses: Vec<Diagnosis>,
    /// Fixes that were verified and are in the tree (or, after a dry run, in `diff` only).
    pub fixed: Vec<KeptFix>,
    /// The errors that are left.
    pub remaining: Vec<Diagnostic>,
    /// Every analysis that was not fixed in the end, with the reason.
    pub unresolved: Vec<FixResult>,
    /// Proposals that the guard refused.
    pub refused: Vec<RefusedFix>,
    /// Unified diff from the tree before the run to the tree after it.
    pub diff: String,
    /// Whether the changes were rolled back after their verification.
    pub dry_run: bool,
    /// Milliseconds spent in the user's command.
    pub command_ms: u64,
    /// Milliseconds spent in tools that strategies ran: an interpreter asked for its packages, a
    /// linter asked for its edits, an installation.
    #[serde(default)]
    pub tools_ms: u64,
    /// Milliseconds spent waiting for answers of models.
    #[serde(default)]
    pub model_ms: u64,
    /// Milliseconds spent in everything else.
    pub engine_ms: u64,
    /// How the commands were confined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<Confinement>,
    /// The questions to each model and their cost; empty if none was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelUse>,
    /// Warnings for the operator: a plug-in that failed, a file that could not be restored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The end of the command's last output, if it failed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output_tail: String,
}

impl Report {
    /// An empty report, which the engine fills in.
    pub fn new(run_id: impl Into<String>, command: impl Into<String>, first_exit: ExitState) -> Self {
        Self {
            run_id: run_id.into(),
            command: command.into(),
            outcome: Outcome::NoFix,
            exit: first_exit,
            first_exit,
            iterations: 0,
            runs: 0,
            diagnoses: Vec::new(),
            fixed: Vec::new(),
            remaining: Vec::new(),
            unresolved: Vec::new(),
            refused: Vec::new(),
            diff: String::new(),
            dry_run: false,
            command_ms: 0,
            tools_ms: 0,
            model_ms: 0,
            engine_ms: 0,
            sandbox: None,
            models: Vec::new(),
            warnings: Vec::new(),
            output_tail: String::new(),
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Outcome {
    /// The command passed before anything was changed.
    AlreadyPassing,
    /// The command passes now.
    Fixed,
    /// The command failed at first and passes without a change: nothing was repaired.
    PassesUnchanged,
    /// The command fails and no strategy has anything (more) to propose.
    NoFix,
    /// The same failures kept coming back.
    Stuck,
    /// The iterations were used up.
    MaxIterations,
    /// A budget was used up.
    BudgetExhausted {
        /// Its name.
        budget: String,
    },
    /// The operator interrupted it.
    Interrupted,
}

/// A fix that was verified and kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptFix {
    /// The iteration it was made in.
    pub iteration: u32,
    /// Id of the strategy.
    pub strategy: String,
    /// The rule that made it, if the strategy has rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Further rules that took part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_rules: Vec<RuleId>,
    /// The title of the fix.
    pub title: String,
    /// The reason for this change rather than another.
    pub rationale: String,
    /// The probability that it was what was intended, before verification.
    pub confidence: Confidence,
    /// Its safety class: what the evidence allows.
    pub safety: SafetyClass,
    /// The origin of the change, and the check that tested it.
    #[serde(default)]
    pub evidence: Evidence,
    /// Why it is right, in one line.
    #[serde(default)]
    pub right_because: String,
    /// The test that would have shown it to be wrong, in one line.
    #[serde(default)]
    pub wrong_if: String,
    /// The diagnostic that it fixed.
    pub diagnostic: Diagnostic,
    /// The number of further diagnostics with the same root cause.
    pub also: usize,
    /// Unified diff of this fix alone.
    pub diff: String,
    /// How it was verified: the run of the command, and its result.
    pub verified: String,
}

impl KeptFix {
    /// Its author: the rule, or the strategy if it has no rule.
    pub fn author(&self) -> &str {
        self.rule.as_deref().unwrap_or(&self.strategy)
    }
}

/// The questions to a model in a run, and their cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelUse {
    /// The model.
    pub model: String,
    /// The number of questions.
    pub calls: u32,
    /// Tokens read, as the provider counts them.
    pub input_tokens: u64,
    /// Tokens written, as the provider counts them.
    pub output_tokens: u64,
    /// Dollars, at the configured prices.
    pub cost: f64,
}

impl ModelUse {
    /// A model that has not been asked yet.
    pub fn none(model: impl Into<String>) -> Self {
        Self {
            model: model.into(),
            calls: 0,
            input_tokens: 0,
            output_tokens: 0,
            cost: 0.0,
        }
    }
}

/// A proposal that the guard refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedFix {
    /// Id of the strategy.
    pub strategy: String,
    /// The title of the fix.
    pub title: String,
    /// The guard's rule, by name.
    pub rule: String,
    /// The part of the fix that the rule objects to.
    pub reason: String,
}
