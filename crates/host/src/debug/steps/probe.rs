//! Makes the experiments, and reads their results.

use serde_json::{Value, json};
use unbreak_core::session::{Input, Outcome, Strength};

use super::super::evidence::Aim;
use super::super::{Advance, Debugger};
use crate::error::AgentError;

/// The result of an experiment.
struct Finding {
    outcome: Outcome,
    strength: Strength,
    note: String,
}

impl Finding {
    fn new(outcome: Outcome, strength: Strength, note: impl Into<String>) -> Self {
        Self {
            outcome,
            strength,
            note: note.into(),
        }
    }

    fn nothing(note: impl Into<String>) -> Self {
        Self::new(Outcome::Inconclusive, Strength::Weak, note)
    }
}

/// The fault is mostly among this number of most suspicious functions.
const NEAR: usize = 5;

impl Debugger<'_> {
    /// Makes the experiments that were begun here. A caller's experiments wait for the caller's result.
    pub(in crate::debug) async fn probe(&mut self) -> Result<Advance, AgentError> {
        let record = self.saved.session.record();
        let open = record.probes.iter().filter(|probe| probe.result.is_none());
        let open: Vec<(u32, Option<Aim>)> = open
            .map(|probe| (probe.id, self.saved.evidence.aims.get(&probe.hypothesis).cloned()))
            .collect();
        if open
            .iter()
            .any(|(_, aim)| matches!(aim, Some(Aim::Hunks(_) | Aim::Expectation)))
        {
            self.isolate().await?;
        }
        let mut is_made = false;
        for (probe, aim) in open {
            let Some(aim) = aim else { continue };
            let finding = self.find(&aim);
            is_made = true;
            self.tell(Input::Probed {
                probe,
                outcome: finding.outcome,
                strength: finding.strength,
                note: finding.note,
                measured: true,
            })?;
        }
        match is_made {
            true => Ok(Advance::Moved),
            false => Ok(Advance::Waits("a probe waits for its result".to_owned())),
        }
    }

    /// Finds the part of the culprit that causes the failure, once.
    async fn isolate(&mut self) -> Result<(), AgentError> {
        let is_done = |isolation: &Value| isolation["runs"].as_u64().unwrap_or_default() > 0;
        if self.saved.evidence.isolation.as_ref().is_some_and(is_done) {
            return Ok(());
        }
        let culprit = self.saved.session.record().culprit.clone();
        let mut more = match culprit.and_then(|culprit| culprit.commit) {
            Some(commit) => json!({ "commit": commit }),
            None => json!({}),
        };
        let localisation = self.saved.evidence.localisation.as_ref();
        if let Some(suspects) = localisation.and_then(|found| found["suspects"].as_array()) {
            more["suspects"] = json!(suspects);
        }
        let isolation = self.call("isolate_change", more).await?;
        self.keep(|evidence| evidence.isolation = Some(isolation))
    }

    fn find(&self, aim: &Aim) -> Finding {
        match aim {
            Aim::Hunks(hunks) => self.find_hunks(hunks),
            Aim::Place { file, function } => self.find_place(file, function.as_deref()),
            Aim::Environment => self.find_environment(),
            Aim::Flakiness => self.find_flakiness(),
            Aim::Expectation => self.find_expectation(),
            Aim::Past(_) => Finding::nothing("the output of another run is not an experiment"),
        }
    }

    fn find_hunks(&self, hunks: &[usize]) -> Finding {
        let guilty: Vec<usize> = self.saved.evidence.guilty().iter().map(|hunk| hunk.id).collect();
        let is_part = |hunk: &usize| guilty.contains(hunk);
        match &guilty[..] {
            [] => Finding::nothing("no part of the culprit could be distinguished from the others"),
            all if all == hunks => Finding::new(
                Outcome::Supports,
                Strength::Causal,
                "without it the command passes, with it back it fails again",
            ),
            _ if hunks.iter().any(is_part) => Finding::nothing("it does it only together with others"),
            _ => Finding::new(
                Outcome::Refutes,
                Strength::Causal,
                "the command passes with it, and what broke it is another part",
            ),
        }
    }

    fn find_place(&self, file: &str, function: Option<&str>) -> Finding {
        let suspects = self.saved.evidence.suspects();
        let rank = suspects
            .iter()
            .position(|place| place.file == file && place.function.as_deref() == function);
        let rests_on_coverage = self
            .saved
            .evidence
            .localisation
            .as_ref()
            .is_some_and(|found| found["basis"] == "coverage_and_trace" && found["passed"] != 0);
        match rank {
            _ if !rests_on_coverage => {
                Finding::nothing("there is no coverage of passing tests to compare with")
            }
            Some(0) => Finding::new(
                Outcome::Supports,
                Strength::Weak,
                "no function is more suspicious",
            ),
            Some(rank) if rank < NEAR => Finding::nothing(format!("{rank} functions are more suspicious")),
            _ => Finding::new(
                Outcome::Refutes,
                Strength::Weak,
                format!("at least {NEAR} functions are more suspicious"),
            ),
        }
    }

    fn find_environment(&self) -> Finding {
        let evidence = &self.saved.evidence;
        let is_fresh = evidence
            .passes_on
            .as_deref()
            .is_some_and(|commit| commit.contains("fresh"));
        match &evidence.passes_on {
            Some(_) if is_fresh => Finding::new(
                Outcome::Supports,
                Strength::Strong,
                "the same commit passes in a fresh work tree",
            ),
            Some(commit) => Finding::new(
                Outcome::Refutes,
                Strength::Strong,
                format!("in the same environment it passes on {commit}"),
            ),
            None => Finding::new(
                Outcome::Supports,
                Strength::Strong,
                format!(
                    "it fails on {}, which did not always",
                    evidence.fails_on.join(", ")
                ),
            ),
        }
    }

    fn find_expectation(&self) -> Finding {
        let guilty = self.saved.evidence.guilty();
        match guilty.iter().any(|hunk| hunk.is_test) {
            _ if guilty.is_empty() => {
                Finding::nothing("no part of the culprit could be distinguished from the others")
            }
            true => Finding::new(
                Outcome::Supports,
                Strength::Strong,
                "it passes only when the check is reverted too",
            ),
            false => Finding::new(
                Outcome::Refutes,
                Strength::Strong,
                "the check as it is passes with the code as it was",
            ),
        }
    }

    fn find_flakiness(&self) -> Finding {
        let Some(flakiness) = &self.saved.evidence.flakiness else {
            return Finding::nothing("it was not counted");
        };
        let count = |name: &str| flakiness["failures"][name].as_u64().unwrap_or_default();
        let note = format!("it failed in {} of {} further runs", count("count"), count("of"));
        match count("count") == count("of") {
            true => Finding::new(Outcome::Refutes, Strength::Strong, note),
            false => Finding::new(Outcome::Supports, Strength::Strong, note),
        }
    }
}
