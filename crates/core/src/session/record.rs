//! The knowledge of a session.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::audit::Entry;
use super::belief::{self, Outcome, Strength};
use super::postmortem::Postmortem;
use crate::capability::Command;
use crate::signature::Signature;

/// The seven states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Reproduce the failure.
    Reproduce,
    /// Find the commit that introduced it.
    Bisect,
    /// State possible causes.
    Hypothesise,
    /// Make experiments.
    Probe,
    /// Name file and line.
    Localise,
    /// Propose a fix and verify it.
    ProposeFix,
    /// Record the lessons.
    Postmortem,
}

impl State {
    /// All of them, in their order.
    pub const ALL: [Self; 7] = [
        Self::Reproduce,
        Self::Bisect,
        Self::Hypothesise,
        Self::Probe,
        Self::Localise,
        Self::ProposeFix,
        Self::Postmortem,
    ];

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reproduce => "reproduce",
            Self::Bisect => "bisect",
            Self::Hypothesise => "hypothesise",
            Self::Probe => "probe",
            Self::Localise => "localise",
            Self::ProposeFix => "propose_fix",
            Self::Postmortem => "postmortem",
        }
    }
}

/// Whether a session can continue by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum Standing {
    /// It does.
    Open,
    /// It waits for an answer of the operator.
    Paused {
        /// The question.
        question: String,
    },
    /// It ended without a fix, and is handed to the operator.
    Stuck {
        /// The reason.
        reason: String,
    },
    /// It is over.
    Closed,
}

/// The whole knowledge of a session. Read-only outside the machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// The id of the session.
    pub id: String,
    /// The failing command.
    pub command: Command,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub started_ms: u64,
    /// Its state.
    pub state: State,
    /// Its standing.
    pub standing: Standing,
    /// The last attempt to reproduce the failure.
    pub reproduction: Option<Reproduction>,
    /// The commit that introduced the failure.
    pub culprit: Option<Culprit>,
    /// The reason why there was no bisection.
    pub bisect_skipped: Option<String>,
    /// The possible causes.
    pub hypotheses: Vec<Hypothesis>,
    /// The experiments.
    pub probes: Vec<Probe>,
    /// Rounds of probes that were begun.
    pub rounds: u32,
    /// The places of the fault, the most suspicious first.
    pub places: Vec<Place>,
    /// The latest proposed fix.
    pub proposal: Option<Proposal>,
    /// The lessons.
    pub postmortem: Option<Postmortem>,
    /// Every input.
    pub audit: Vec<Entry>,
}

impl Record {
    pub(super) fn new(id: String, command: Command, started_ms: u64) -> Self {
        Self {
            id,
            command,
            started_ms,
            state: State::Reproduce,
            standing: Standing::Open,
            reproduction: None,
            culprit: None,
            bisect_skipped: None,
            hypotheses: Vec::new(),
            probes: Vec::new(),
            rounds: 0,
            places: Vec::new(),
            proposal: None,
            postmortem: None,
            audit: Vec::new(),
        }
    }

    /// Returns whether the failure was reproduced on every attempt.
    pub fn is_reproduced(&self) -> bool {
        self.reproduction.as_ref().is_some_and(Reproduction::holds)
    }

    /// The hypotheses with their confidence, in the order in which they were stated.
    pub fn beliefs(&self) -> Vec<(&Hypothesis, f64)> {
        let weights: Vec<f64> = self.hypotheses.iter().map(|one| one.weight).collect();
        self.hypotheses
            .iter()
            .zip(belief::confidences(&weights))
            .collect()
    }

    /// The hypothesis with the highest confidence, and that confidence.
    pub fn top(&self) -> Option<(&Hypothesis, f64)> {
        let beliefs = self.beliefs().into_iter();
        // Of equal ones, the first stated.
        beliefs.rev().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Probes that are still in some file.
    pub fn standing_probes(&self) -> impl Iterator<Item = &Probe> {
        self.probes.iter().filter(|probe| probe.handle.is_some())
    }
}

/// Attempts to reproduce the failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// The number of attempts that showed the failure.
    pub matches: u32,
    /// The number of attempts.
    pub attempts: u32,
    /// The message of the failure.
    pub message: String,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// The tests that revealed it, as their runner names them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tests: BTreeSet<String>,
    /// The files of those tests.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub test_files: BTreeSet<String>,
    /// Functions on the stack, outermost first, as `file:function`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// The places where it shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

impl Reproduction {
    /// The fewest attempts that count.
    pub const ATTEMPTS: u32 = 3;

    /// Returns whether there were enough attempts and each showed the failure.
    pub fn holds(&self) -> bool {
        self.attempts >= Self::ATTEMPTS && self.matches == self.attempts
    }
}

/// The change that introduced the failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Culprit {
    /// Its commit; `None` for changes that are not committed yet.
    pub commit: Option<String>,
    /// The summary of the commit.
    pub summary: String,
    /// How likely it is the culprit, 0..=1.
    pub confidence: f64,
}

/// A possible cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hypothesis {
    /// 1, 2, 3, ... in the order in which they were stated.
    pub id: u32,
    /// The cause, in words.
    pub claim: String,
    /// Its source.
    pub source: Source,
    /// Its weight (see [`belief`]).
    pub weight: f64,
    /// The place of the cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// The source of a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Source {
    /// The diagnostics of the tools.
    Diagnostics,
    /// The commit that introduced the failure.
    Culprit,
    /// The lines that the failing tests ran and the passing ones did not.
    Coverage,
    /// Past failures.
    Memory,
    /// Causes that are always possible: the environment, chance.
    Always,
    /// A language model.
    Model,
    /// The caller of the session.
    Caller,
}

/// One experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// 1, 2, 3, ... in the order in which they were begun.
    pub id: u32,
    /// The round it belongs to.
    pub round: u32,
    /// The hypothesis it is about.
    pub hypothesis: u32,
    /// The experiment.
    pub experiment: String,
    /// The mark in a file that must be removed; `None` after its removal.
    pub handle: Option<String>,
    /// Its result; `None` while it is running.
    pub result: Option<ProbeResult>,
}

/// The result of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProbeResult {
    /// The outcome for the hypothesis.
    pub outcome: Outcome,
    /// The strength of the result.
    pub strength: Strength,
    /// The observation.
    pub note: String,
    /// The factor by which the hypothesis' weight was multiplied.
    pub ratio: f64,
}

/// A suspicious place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The function it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// How suspicious it is, 0..=1, or `None` if that was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The reason.
    pub why: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match &self.function {
            Some(function) => write!(f, " in {function}"),
            None => Ok(()),
        }
    }
}

/// A proposed fix.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The effect of the fix, in one line.
    pub title: String,
    /// The unified diff.
    pub patch: String,
    /// The files it changes.
    pub files: BTreeSet<String>,
    /// The number of lines it removes or adds, whichever are more in each place.
    pub lines: u32,
    /// The number of functions (or files, outside of functions) that contain those lines.
    pub functions: u32,
    /// Whether it is a guess without enough evidence; set by the machine.
    #[serde(default)]
    pub shotgun: bool,
    /// The confidence of the top hypothesis when it was proposed, 0..=1; set by the machine.
    #[serde(default)]
    pub confidence: f64,
    /// Whether the command passed with it; `None` before that was tried.
    #[serde(default)]
    pub verified: Option<bool>,
}
