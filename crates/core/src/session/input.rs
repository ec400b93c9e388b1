//! The inputs of a session.

use serde::{Deserialize, Serialize};

use super::belief::{Outcome, Strength};
use super::postmortem::Postmortem;
use super::record::{Culprit, Place, Proposal, Reproduction, Source};

/// One step of a session. In JSON, `step` holds the name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Input {
    /// The host tried to reproduce the failure.
    Reproduced(Reproduction),
    /// A question that only the operator can answer.
    Asked {
        /// The question.
        question: String,
    },
    /// The operator answers; the session continues with another attempt to reproduce the failure.
    Answered {
        /// The answer.
        answer: String,
    },
    /// The commit that introduced the failure was found.
    Bisected(Culprit),
    /// There is no bisection.
    BisectSkipped {
        /// The reason.
        reason: String,
    },
    /// A possible cause is stated.
    Hypothesised {
        /// The claim.
        claim: String,
        /// Its source.
        source: Source,
        /// The place of the cause.
        #[serde(default)]
        place: Option<Place>,
    },
    /// An experiment begins.
    Probing {
        /// The hypothesis it is about.
        hypothesis: u32,
        /// The experiment.
        experiment: String,
        /// The mark in a file that must be removed afterwards.
        #[serde(default)]
        handle: Option<String>,
    },
    /// An experiment has ended.
    Probed {
        /// The number of the probe.
        probe: u32,
        /// The outcome for its hypothesis.
        outcome: Outcome,
        /// The strength of the result.
        strength: Strength,
        /// The observation.
        note: String,
        /// Whether the host made the experiment itself.
        #[serde(default)]
        measured: bool,
    },
    /// A probe was removed from its file.
    ProbeRemoved {
        /// The number of the probe.
        probe: u32,
    },
    /// The places are known.
    Localised {
        /// The places, the most suspicious first.
        places: Vec<Place>,
    },
    /// A fix is proposed.
    Proposed {
        /// The fix.
        proposal: Proposal,
        /// Whether it is a guess without enough evidence.
        #[serde(default)]
        shotgun: bool,
        /// Whether the operator has allowed such a guess.
        #[serde(default)]
        elevated: bool,
    },
    /// The command was run with the fix.
    Verified {
        /// Whether it passed.
        passes: bool,
        /// The observation.
        note: String,
    },
    /// The lessons are recorded.
    Postmortem(Box<Postmortem>),
    /// The session is over.
    Closed,
}

impl Input {
    /// The name of the input, as in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reproduced(_) => "reproduced",
            Self::Asked { .. } => "asked",
            Self::Answered { .. } => "answered",
            Self::Bisected(_) => "bisected",
            Self::BisectSkipped { .. } => "bisect_skipped",
            Self::Hypothesised { .. } => "hypothesised",
            Self::Probing { .. } => "probing",
            Self::Probed { .. } => "probed",
            Self::ProbeRemoved { .. } => "probe_removed",
            Self::Localised { .. } => "localised",
            Self::Proposed { .. } => "proposed",
            Self::Verified { .. } => "verified",
            Self::Postmortem(_) => "postmortem",
            Self::Closed => "closed",
        }
    }

    /// The content in one line, for the audit trail.
    pub(super) fn summary(&self) -> String {
        match self {
            Self::Reproduced(seen) => format!("{} of {}: {}", seen.matches, seen.attempts, seen.message),
            Self::Asked { question: text } | Self::Answered { answer: text } => text.clone(),
            Self::Bisected(Culprit { commit, summary, .. }) => match commit {
                Some(commit) => format!("{} {summary}", commit.get(..10).unwrap_or(commit)),
                None => summary.clone(),
            },
            Self::BisectSkipped { reason } => reason.clone(),
            Self::Hypothesised { claim, .. } => claim.clone(),
            Self::Probing {
                hypothesis,
                experiment,
                ..
            } => format!("on hypothesis {hypothesis}: {experiment}"),
            Self::Probed {
                probe,
                outcome,
                strength,
                note,
                ..
            } => format!("probe {probe}: {outcome:?}, {strength:?}: {note}").to_lowercase(),
            Self::ProbeRemoved { probe } => format!("probe {probe}"),
            Self::Localised { places } => {
                let shown: Vec<String> = places.iter().take(3).map(ToString::to_string).collect();
                shown.join(", ")
            }
            Self::Proposed {
                proposal,
                shotgun,
                elevated,
            } => match (shotgun, elevated) {
                (true, true) => format!("{} (shotgun, elevated)", proposal.title),
                (true, false) => format!("{} (shotgun)", proposal.title),
                _ => proposal.title.clone(),
            },
            Self::Verified { passes, note } => {
                format!("{}: {note}", if *passes { "passes" } else { "fails" })
            }
            Self::Postmortem(postmortem) => postmortem.root_cause.clone(),
            Self::Closed => String::new(),
        }
    }
}
