//! The measurements of a session, as the tools returned them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_core::Fix;
use unbreak_core::memory::Similar;
use unbreak_core::session::Place;

/// The measurements. Each part is the output of a debug tool, and absent until that was called.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Evidence {
    /// The rate of the failure: `flake_check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flakiness: Option<Value>,
    /// The first bad commit: `git_bisect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bisection: Option<Value>,
    /// A commit on which the command passes in the present environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes_on: Option<String>,
    /// Commits on which it fails in the same way, if it passes on none that was tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fails_on: Vec<String>,
    /// The part of the culprit that causes the failure: `isolate_change`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolation: Option<Value>,
    /// The lines that failing tests run: `localise_fault`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub localisation: Option<Value>,
    /// Past failures like this one; `None` before they were looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recalled: Option<Vec<Similar>>,
    /// The target of each hypothesis that was stated here, by its number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub aims: BTreeMap<u32, Aim>,
    /// The fix that the session itself found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// The result of the last fix's verification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<String>,
}

/// The target of a hypothesis, for an experiment on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Aim {
    /// Pieces of the culprit, by their numbers, that cause the failure together.
    Hunks(Vec<usize>),
    /// A function, or a file outside of functions.
    Place {
        /// The file.
        file: String,
        /// The function.
        function: Option<String>,
    },
    /// Something outside the files that git knows.
    Environment,
    /// Chance.
    Flakiness,
    /// The expectation of the command.
    Expectation,
    /// The cause of a past failure, by the name of its session.
    Past(String),
}

/// A piece of the culprit.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Hunk {
    pub(super) id: usize,
    pub(super) file: String,
    pub(super) line: u32,
    #[serde(default)]
    pub(super) function: Option<String>,
    #[serde(default)]
    pub(super) is_test: bool,
    #[serde(default)]
    pub(super) guilty: Option<bool>,
}

impl Hunk {
    pub(super) fn place(&self, why: &str) -> Place {
        Place {
            file: self.file.clone(),
            line: self.line,
            function: self.function.clone(),
            score: None,
            why: why.to_owned(),
        }
    }
}

impl Evidence {
    /// The pieces of the culprit.
    pub(super) fn hunks(&self) -> Vec<Hunk> {
        let hunks = self
            .isolation
            .as_ref()
            .map(|isolation| isolation["hunks"].clone());
        hunks
            .and_then(|hunks| serde_json::from_value(hunks).ok())
            .unwrap_or_default()
    }

    /// The pieces that cause the failure, if known.
    pub(super) fn guilty(&self) -> Vec<Hunk> {
        let is_isolated = self
            .isolation
            .as_ref()
            .is_some_and(|isolation| isolation["isolated"] == true);
        let guilty = self.hunks().into_iter().filter(|hunk| hunk.guilty == Some(true));
        if is_isolated { guilty.collect() } else { Vec::new() }
    }

    /// The most suspicious places.
    pub(super) fn suspects(&self) -> Vec<Place> {
        let suspects = self.localisation.as_ref().map(|found| found["suspects"].clone());
        suspects
            .and_then(|suspects| serde_json::from_value(suspects).ok())
            .unwrap_or_default()
    }
}
