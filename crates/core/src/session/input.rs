//! What a session can be told.

use serde::{Deserialize, Serialize};

use super::belief::{Outcome, Strength};
use super::postmortem::Postmortem;
use super::record::{Culprit, Place, Proposal, Reproduction, Source};

/// One step of a session. In JSON, `step` holds the name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Input {
    /// It was tried to have the failure again.
    Reproduced(Reproduction),
    /// Something only the operator knows must be asked.
    Asked {
        /// The question.
        question: String,
    },
    /// The operator answers; the session goes on with another attempt to have the failure.
    Answered {
        /// The answer.
        answer: String,
    },
    /// The commit that brought it was found.
    Bisected(Culprit),
    /// There is no bisection.
    BisectSkipped {
        /// Why not.
        reason: String,
    },
    /// Something may be the cause.
    Hypothesised {
        /// What.
        claim: String,
        /// Where that comes from.
        source: Source,
        /// Where the cause would be.
        #[serde(default)]
        place: Option<Place>,
    },
    /// An experiment begins.
    Probing {
        /// The hypothesis it is about.
        hypothesis: u32,
        /// What is done.
        experiment: String,
        /// What in a file must be taken away again afterwards.
        #[serde(default)]
        handle: Option<String>,
    },
    /// An experiment has ended.
    Probed {
        /// Which.
        probe: u32,
        /// What it says of its hypothesis.
        outcome: Outcome,
        /// How much it says.
        strength: Strength,
        /// What was seen.
        note: String,
        /// Whether the host has made the experiment itself.
        #[serde(default)]
        measured: bool,
    },
    /// A probe stands in no file any more.
    ProbeRemoved {
        /// Which.
        probe: u32,
    },
    /// The places are known.
    Localised {
        /// The most suspicious first.
        places: Vec<Place>,
    },
    /// A fix is proposed.
    Proposed {
        /// The fix.
        proposal: Proposal,
        /// It is a shot in the dark.
        #[serde(default)]
        shotgun: bool,
        /// The operator has allowed that.
        #[serde(default)]
        elevated: bool,
    },
    /// The command was run with the fix.
    Verified {
        /// Whether it passed.
        passes: bool,
        /// What was seen.
        note: String,
    },
    /// What was learnt.
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

    /// What it says, in one line, for the audit trail.
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
