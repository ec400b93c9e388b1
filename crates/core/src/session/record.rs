//! What a session knows.

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
    /// Have the failure again.
    Reproduce,
    /// Find the commit that brought it.
    Bisect,
    /// State what may be the cause.
    Hypothesise,
    /// Make experiments.
    Probe,
    /// Name file and line.
    Localise,
    /// Propose a fix and verify it.
    ProposeFix,
    /// Write down what was learnt.
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

/// Whether a session goes on by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum Standing {
    /// It does.
    Open,
    /// It waits for an answer of the operator.
    Paused {
        /// To what.
        question: String,
    },
    /// It is at its end, and handed to the operator.
    Stuck {
        /// Why.
        reason: String,
    },
    /// It is over.
    Closed,
}

/// Everything that a session knows. Read-only outside of the machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// Names the session.
    pub id: String,
    /// The command that fails.
    pub command: Command,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub started_ms: u64,
    /// Where it is.
    pub state: State,
    /// How it stands.
    pub standing: Standing,
    /// The last attempt to have the failure again.
    pub reproduction: Option<Reproduction>,
    /// The commit that brought the failure.
    pub culprit: Option<Culprit>,
    /// Why there was no bisection.
    pub bisect_skipped: Option<String>,
    /// What may be the cause.
    pub hypotheses: Vec<Hypothesis>,
    /// The experiments.
    pub probes: Vec<Probe>,
    /// Rounds of probes that were begun.
    pub rounds: u32,
    /// Where it is, the most suspicious place first.
    pub places: Vec<Place>,
    /// The fix that was proposed last.
    pub proposal: Option<Proposal>,
    /// What was learnt.
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

    /// Whether the failure was had again every time.
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

    /// The hypothesis that is believed most, and how much.
    pub fn top(&self) -> Option<(&Hypothesis, f64)> {
        let beliefs = self.beliefs().into_iter();
        // Of equals the one that was stated first.
        beliefs.rev().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Probes that still stand in some file.
    pub fn standing_probes(&self) -> impl Iterator<Item = &Probe> {
        self.probes.iter().filter(|probe| probe.handle.is_some())
    }
}

/// Attempts to have the failure again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// How many attempts showed it.
    pub matches: u32,
    /// How many were made.
    pub attempts: u32,
    /// The failure in its own words.
    pub message: String,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// The tests that revealed it, as their runner names them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tests: BTreeSet<String>,
    /// The files that those are in.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub test_files: BTreeSet<String>,
    /// Functions on the stack, outermost first, as `file:function`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// Where it shows itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

impl Reproduction {
    /// The fewest attempts that count.
    pub const ATTEMPTS: u32 = 3;

    /// Whether each of enough attempts showed it.
    pub fn holds(&self) -> bool {
        self.attempts >= Self::ATTEMPTS && self.matches == self.attempts
    }
}

/// The change that brought the failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Culprit {
    /// Its commit; `None` for what is not committed yet.
    pub commit: Option<String>,
    /// What it says of itself.
    pub summary: String,
    /// How likely it is the one, 0..=1.
    pub confidence: f64,
}

/// What may be the cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hypothesis {
    /// 1, 2, 3, ... in the order in which they were stated.
    pub id: u32,
    /// The cause, in words.
    pub claim: String,
    /// Where it comes from.
    pub source: Source,
    /// Its weight (see [`belief`]).
    pub weight: f64,
    /// Where the cause would be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// Where a hypothesis comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Source {
    /// What the tools reported.
    Diagnostics,
    /// The commit that brought it.
    Culprit,
    /// What the failing tests ran and the passing ones did not.
    Coverage,
    /// Past failures.
    Memory,
    /// What may always be: the environment, chance.
    Always,
    /// A language model.
    Model,
    /// Whoever drives the session.
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
    /// What is done.
    pub experiment: String,
    /// What in a file must be taken away again; nothing any more once it was.
    pub handle: Option<String>,
    /// What it showed; nothing while it goes on.
    pub result: Option<ProbeResult>,
}

/// What an experiment showed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProbeResult {
    /// What it says of the hypothesis.
    pub outcome: Outcome,
    /// How much it says.
    pub strength: Strength,
    /// What was seen.
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
    /// How suspicious it is, 0..=1, or nothing where that is not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Why it is.
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

/// A fix that is proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// What it does, in one line.
    pub title: String,
    /// The unified diff.
    pub patch: String,
    /// The files it changes.
    pub files: BTreeSet<String>,
    /// Lines it removes or adds, whichever are more in each place.
    pub lines: u32,
    /// In how many functions (or files, outside of functions) those are.
    pub functions: u32,
    /// Whether it is a shot in the dark; set by the machine.
    #[serde(default)]
    pub shotgun: bool,
    /// The confidence of the top hypothesis when it was proposed, 0..=1; set by the machine.
    #[serde(default)]
    pub confidence: f64,
    /// Whether the command passed with it; nothing before that was tried.
    #[serde(default)]
    pub verified: Option<bool>,
}
