//! The second plug-in trait: analysis → proposed fixes.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;

use crate::analysis::{Analysis, Candidate};
use crate::briefing::Briefer;
use crate::capability::{CapabilityError, Command, Memory, Reader, Runner, Workspace};
use crate::diagnostic::Diagnostic;
use crate::fix::{Fix, FixError};
use crate::model::Model;
use crate::options::{Options, OptionsError};
use crate::plugin::Descriptor;
use crate::policy::escalation::{AttemptFailure, Ladder, Move};
use crate::rule::RuleDescription;

/// Knows how to mend one kind of failure.
///
/// It never writes: it looks through [`FixContext`] and returns proposals, which the host ranks,
/// applies, verifies by running the user's command, and keeps or rolls back.
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unbreak fix strategy",
    note = "implement `FixStrategy`: a descriptor, `assess` for what it could do, `propose` for the fixes"
)]
pub trait FixStrategy: Send + Sync {
    /// What it says of itself.
    fn descriptor(&self) -> &Descriptor;

    /// JSON schema of its options, an object with `properties`; none when it has no options.
    fn options_schema(&self) -> Option<Value> {
        None
    }

    /// The same with these options, whose names stand in [`options_schema`](Self::options_schema).
    ///
    /// # Errors
    /// When a value is not one that the option can have.
    fn configured(&self, _options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        Err(OptionsError::None)
    }

    /// The rules that it consists of, those that are switched off included; none when it is no set of rules.
    fn rules(&self) -> Vec<RuleDescription> {
        Vec::new()
    }

    /// Whether it could do something about a diagnostic, and what. Cheap: no I/O.
    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate>;

    /// Whether it is asked only once nobody else has a proposal (left), because asking takes long: it
    /// starts a server, or costs money.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// Whether it asks a language model. Such a strategy is asked only where a model is configured, and after
    /// all others, for it costs money.
    fn needs_model(&self) -> bool {
        false
    }

    /// Hears of the command before it is run for the first time, and may start what takes a while to be
    /// ready (a service that reads the project), which then works while the command runs. Must not wait
    /// for that itself. The context has no diagnostics yet; the command may yet pass.
    ///
    /// # Errors
    /// When that failed. Nothing is told of it: `propose` meets it again, if it matters.
    async fn prepare(&self, _context: &FixContext<'_>) -> Result<(), StrategyError> {
        Ok(())
    }

    /// The run is over: what was kept running for it, from [`prepare`](Self::prepare) on, ends.
    fn release(&self) {}

    /// Proposals for an analysis that it assessed, the best first. None is a fine answer.
    ///
    /// Edits refer to the files as the context shows them.
    ///
    /// # Errors
    /// When something it needs failed; the host reports it and goes on with other strategies.
    async fn propose(&self, analysis: &Analysis, context: &FixContext<'_>)
    -> Result<Vec<Fix>, StrategyError>;
}

/// What a strategy is handed.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FixContext<'a> {
    /// The tree, read-only.
    pub workspace: &'a dyn Workspace,
    /// Runs commands (a tool's machine-readable mode, an interpreter's view of its packages).
    pub runner: &'a dyn Runner,
    /// Reads what those print, if the host offers it.
    pub reader: Option<&'a dyn Reader>,
    /// Where tools that unbreak itself installed lie, each in a directory of its name.
    pub tools: Option<&'a Path>,
    /// The language models that are configured; none by default.
    pub models: Models<'a>,
    /// Gathers what a model has to see of the project, if the host offers it.
    pub briefer: Option<&'a dyn Briefer>,
    /// The account of the attempts at the cause that proposals are wanted for.
    pub attempts: Option<&'a dyn Attempts>,
    /// Past fixes, if a store is configured.
    pub memory: Option<&'a dyn Memory>,
    /// The command that must pass.
    pub command: &'a Command,
    /// Everything the last run reported.
    pub diagnostics: &'a [Diagnostic],
    /// The end of what the last run printed: how a build calls its compilers, for example.
    pub output: &'a str,
    /// How long the command takes, as far as it was seen to run.
    pub command_time: Option<Duration>,
    /// Classes the operator has allowed by name (`install`, ...).
    pub allowed: &'a BTreeSet<String>,
}

impl<'a> FixContext<'a> {
    /// Checks of its own that are cheaper than the command may take a strategy as long as so many of its runs.
    const CHECKS_FOR_A_RUN: u32 = 20;
    /// They may always take so long.
    const LEAST_PATIENCE: Duration = Duration::from_secs(10);
    /// They may never take longer than this, for somebody waits.
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
            tools: None,
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

    /// How long the checks of one search for a repair may take in all; without end as long as the command was
    /// not seen to run. They are to save runs of the command: beyond 20 runs' worth they do not.
    pub fn patience(&self) -> Option<Duration> {
        let worth = self.command_time? * Self::CHECKS_FOR_A_RUN;
        Some(worth.clamp(Self::LEAST_PATIENCE, Self::MOST_PATIENCE))
    }

    /// Whether the operator allowed a class by name.
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

    /// Whether no model is configured.
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

    /// Begins the next attempt; `None` when there is no further one.
    fn begin(&self) -> Option<Ladder>;

    /// Records that an attempt failed before its edits could be tried, and decides what comes next.
    fn fail(&self, failure: AttemptFailure) -> Move;

    /// The fixes that were tried and taken back, in order.
    fn tried(&self) -> Vec<TriedFix>;

    /// What they teach, for a prompt: the last fixes that were taken back, and all hints.
    fn lessons(&self) -> String {
        const MOST_TRIED: usize = 4;
        let mut text = String::new();
        for fix in self.tried().iter().rev().take(MOST_TRIED) {
            let _ = write!(
                text,
                "### Tried before and taken back: {}\n```diff\n{}\n```\n\n",
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

/// A fix that was tried and taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TriedFix {
    /// The strategy that proposed it.
    pub strategy: String,
    /// Unified diff of what it changed.
    pub diff: String,
    /// Why it was taken back.
    pub reason: String,
}

impl TriedFix {
    /// The most bytes of a diff that are kept: it is shown in prompts.
    const MOST_DIFF: usize = 1_500;

    /// A fix that was taken back after its verification.
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

/// Why a strategy could not propose.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// A capability said no.
    #[error(transparent)]
    Capability(#[from] CapabilityError),
    /// It made an edit that does not fit the file.
    #[error(transparent)]
    Fix(#[from] FixError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}
