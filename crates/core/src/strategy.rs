//! The second plug-in trait: analysis → proposed fixes.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::{Analysis, Candidate};
use crate::briefing::Briefer;
use crate::capability::{CapabilityError, Command, Machine, Memory, Reader, Runner, Workspace};
use crate::diagnostic::Diagnostic;
use crate::fix::{Fix, FixError};
use crate::model::Model;
use crate::options::{Options, OptionsError};
use crate::plugin::Descriptor;
use crate::policy::escalation::{AttemptFailure, Ladder, Move};
use crate::rule::RuleDescription;

/// Proposes fixes for one kind of failure.
///
/// It never writes: it looks through [`FixContext`] and returns proposals, which the host ranks,
/// applies, verifies by running the user's command, and keeps or rolls back.
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unbreak fix strategy",
    note = "implement `FixStrategy`: a descriptor, `assess` for what it could do, `propose` for the fixes"
)]
pub trait FixStrategy: Send + Sync {
    /// The strategy's self-description.
    fn descriptor(&self) -> &Descriptor;

    /// JSON schema of its options, an object with `properties`; `None` if it has no options.
    fn options_schema(&self) -> Option<Value> {
        None
    }

    /// The same strategy with these options, whose names are in [`options_schema`](Self::options_schema).
    ///
    /// # Errors
    /// If a value is not valid for its option.
    fn configured(&self, _options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        Err(OptionsError::None)
    }

    /// Its rules, the disabled ones included; empty if it is not a set of rules.
    fn rules(&self) -> Vec<RuleDescription> {
        Vec::new()
    }

    /// Returns whether it may have a fix for a diagnostic, and which. Cheap: no I/O.
    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate>;

    /// Returns whether it is asked only when no other strategy has a proposal (left), because asking is expensive: it
    /// starts a server, or costs money.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// Returns whether it asks a language model. Such a strategy is asked only if a model is configured, and after
    /// all others, because it costs money.
    fn needs_model(&self) -> bool {
        false
    }

    /// Called before the command runs for the first time. It may start a slow service (one that reads the
    /// project), which then gets ready while the command runs, but must not wait for it. The context has no
    /// diagnostics yet, and the command may still pass.
    ///
    /// # Errors
    /// If that failed. The error is not reported: `propose` meets it again if it matters.
    async fn prepare(&self, _context: &FixContext<'_>) -> Result<(), StrategyError> {
        Ok(())
    }

    /// Called at the end of the run: stops what [`prepare`](Self::prepare) or a later call started.
    fn release(&self) {}

    /// Proposals for an analysis that it assessed, the best first. The list may be empty.
    ///
    /// Edits refer to the files as the context shows them.
    ///
    /// # Errors
    /// If something it needs failed; the host reports it and continues with other strategies.
    async fn propose(&self, analysis: &Analysis, context: &FixContext<'_>)
    -> Result<Vec<Fix>, StrategyError>;
}

/// The context of a strategy's call.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FixContext<'a> {
    /// The tree, read-only.
    pub workspace: &'a dyn Workspace,
    /// Runs commands (a tool's machine-readable mode, an interpreter's view of its packages).
    pub runner: &'a dyn Runner,
    /// Reads the output of these commands, if the host offers it.
    pub reader: Option<&'a dyn Reader>,
    /// Answers questions about the machine, if the host offers it.
    pub machine: Option<&'a dyn Machine>,
    /// The directory of tools that unbreak installed itself, each in a directory of its name.
    pub tools: Option<&'a Path>,
    /// A directory for files of its own, which is removed after the run, if the host has one.
    pub scratch: Option<&'a Path>,
    /// The configured language models; none by default.
    pub models: Models<'a>,
    /// Gathers the pieces of the project that a model needs, if the host offers it.
    pub briefer: Option<&'a dyn Briefer>,
    /// The account of the attempts at the cause in question.
    pub attempts: Option<&'a dyn Attempts>,
    /// Past fixes, if a store is configured.
    pub memory: Option<&'a dyn Memory>,
    /// The command that must pass.
    pub command: &'a Command,
    /// All diagnostics of the last run.
    pub diagnostics: &'a [Diagnostic],
    /// The end of the last run's output: it shows how a build calls its compilers, for example.
    pub output: &'a str,
    /// The duration of the command, if it was seen to run.
    pub command_time: Option<Duration>,
    /// Classes the operator has allowed by name (`install`, ...).
    pub allowed: &'a BTreeSet<String>,
}

impl<'a> FixContext<'a> {
    /// The number of runs of the command whose duration a strategy may spend on its own, cheaper checks.
    const CHECKS_FOR_A_RUN: u32 = 20;
    /// The time that checks may always take.
    const LEAST_PATIENCE: Duration = Duration::from_secs(10);
    /// The time that checks may take at most, because someone is waiting.
    const MOST_PATIENCE: Duration = Duration::from_secs(60);

    /// A context without reader, tools, models, memory, diagnostics, output and time; those are set through
    /// the fields.
    pub fn new(
        workspace: &'a dyn Workspace,
        runner: &'a dyn Runner,
        command: &'a Command,
        allowed: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            workspace,
            runner,
            reader: None,
            machine: None,
            tools: None,
            scratch: None,
            models: Models::default(),
            briefer: None,
            attempts: None,
            memory: None,
            command,
            diagnostics: &[],
            output: "",
            command_time: None,
            allowed,
        }
    }

    /// The total time for the checks of one search for a repair; unlimited until the command was seen to run.
    /// Checks are meant to save runs of the command: beyond the time of 20 runs they do not.
    pub fn patience(&self) -> Option<Duration> {
        let worth = self.command_time? * Self::CHECKS_FOR_A_RUN;
        Some(worth.clamp(Self::LEAST_PATIENCE, Self::MOST_PATIENCE))
    }

    /// Returns whether the operator allowed a class by name.
    pub fn allows(&self, class: &str) -> bool {
        self.allowed.contains(class)
    }
}

/// The configured language models, by tier.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    tiers: &'a [&'a dyn Model],
    samples: u32,
}

impl<'a> Models<'a> {
    /// Models from the weakest to the strongest, and the number of answers that one attempt asks for.
    pub const fn new(tiers: &'a [&'a dyn Model], samples: u32) -> Self {
        Self { tiers, samples }
    }

    /// Returns whether no model is configured.
    pub const fn is_empty(&self) -> bool {
        self.tiers.is_empty()
    }

    /// The number of tiers.
    pub const fn tiers(&self) -> usize {
        self.tiers.len()
    }

    /// The number of answers that one attempt asks for, at least 1.
    pub fn samples(&self) -> u32 {
        self.samples.max(1)
    }

    /// The weakest model.
    pub fn first(&self) -> Option<&'a dyn Model> {
        self.tiers.first().copied()
    }

    /// The model of a tier (from 0), or the strongest there is.
    pub fn tier(&self, tier: u32) -> Option<&'a dyn Model> {
        let tier = usize::try_from(tier).unwrap_or(usize::MAX);
        self.tiers.get(tier).or(self.tiers.last()).copied()
    }
}

/// The account of the attempts at one cause. It is kept from one proposal to the next.
pub trait Attempts: Send + Sync {
    /// The account as it stands.
    fn ladder(&self) -> Ladder;

    /// Begins the next attempt; `None` if no attempts are left.
    fn begin(&self) -> Option<Ladder>;

    /// Records that an attempt failed before its edits could be tried, and decides what comes next.
    fn fail(&self, failure: AttemptFailure) -> Move;

    /// The fixes that were tried and rolled back, in order.
    fn tried(&self) -> Vec<TriedFix>;

    /// The lessons of the attempts, for a prompt: the last fixes that were rolled back, and all hints.
    fn lessons(&self) -> String {
        const MOST_TRIED: usize = 4;
        let mut text = String::new();
        for fix in self.tried().iter().rev().take(MOST_TRIED) {
            let _ = write!(
                text,
                "### Tried before and rolled back: {}\n```diff\n{}\n```\n\n",
                fix.reason,
                fix.diff.trim_end()
            );
        }
        let hints = self.ladder().hints;
        if !hints.is_empty() {
            text.push_str("### What was wrong with earlier answers\n");
            for hint in &hints {
                let _ = writeln!(text, "- {}", hint.text);
            }
            text.push('\n');
        }
        text
    }
}

/// A fix that was tried and rolled back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TriedFix {
    /// The strategy that proposed it.
    pub strategy: String,
    /// Unified diff of its change.
    pub diff: String,
    /// The reason for the rollback.
    pub reason: String,
}

impl TriedFix {
    /// The most bytes of a diff that are kept for prompts.
    const MOST_DIFF: usize = 1_500;

    /// A fix that was rolled back after its verification.
    pub fn new(strategy: impl Into<String>, diff: impl Into<String>, reason: impl Into<String>) -> Self {
        let mut diff = diff.into();
        diff.truncate(diff.floor_char_boundary(Self::MOST_DIFF));
        Self {
            strategy: strategy.into(),
            diff,
            reason: reason.into(),
        }
    }
}

/// The reason why a strategy could not propose.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// A capability refused or failed.
    #[error(transparent)]
    Capability(#[from] CapabilityError),
    /// It made an edit that does not fit the file.
    #[error(transparent)]
    Fix(#[from] FixError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}
