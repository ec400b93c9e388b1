//! Hypotheses from evidence, and the experiments that can be made on them.

use serde_json::json;
use unbreak_core::memory::{Similar, Symptoms};
use unbreak_core::session::{Input, Place, Source};

use super::super::evidence::{Aim, Hunk};
use super::super::{Advance, Debugger, SessionError};
use crate::error::AgentError;

/// The most pieces of the culprit that are hypotheses of their own; the others wait until one is suspected.
const MOST_HUNKS: usize = 30;

/// The most suspicious places that become hypotheses.
const MOST_PLACES: usize = 2;

/// The most past failures that become hypotheses, and their least similarity.
const MOST_PAST: usize = 2;
const LIKE: f64 = 0.7;

/// A hypothesis to be stated.
struct Idea {
    claim: String,
    source: Source,
    place: Option<Place>,
    aim: Aim,
}

impl Debugger<'_> {
    /// States what the evidence suggests; if nothing is new, plans experiments.
    pub(in crate::debug) async fn hypothesise(&mut self) -> Result<Advance, AgentError> {
        self.gather().await?;
        let ideas = self.ideas();
        let mut is_new = false;
        for idea in ideas {
            is_new |= self.state_idea(idea)?;
        }
        match is_new {
            true => Ok(Advance::Moved),
            false => self.plan_probes(),
        }
    }

    /// Gathers the sources of hypotheses.
    async fn gather(&mut self) -> Result<(), AgentError> {
        let culprit = self.saved.session.record().culprit.clone();
        if let Some(commit) = culprit.and_then(|culprit| culprit.commit)
            && self.saved.evidence.isolation.is_none()
        {
            let more = json!({ "commit": commit, "list": true });
            let listed = self.call("isolate_change", more).await?;
            self.keep(|evidence| evidence.isolation = Some(listed))?;
        }
        if self.saved.evidence.localisation.is_none() {
            let found = self.call("localise_fault", json!({})).await?;
            self.keep(|evidence| evidence.localisation = Some(found))?;
        }
        if self.saved.evidence.recalled.is_none() {
            let similar = self.recall().await;
            self.keep(|evidence| evidence.recalled = Some(similar))?;
        }
        Ok(())
    }

    /// Past failures like this one. An unreadable store does not stop the session.
    async fn recall(&self) -> Vec<Similar> {
        let record = self.saved.session.record();
        let (Some(memory), Some(seen)) = (self.memory(), record.reproduction.as_ref()) else {
            return Vec::new();
        };
        let mut symptoms = Symptoms::new(seen.message.clone());
        symptoms.signature.clone_from(&seen.signature);
        symptoms.frames.clone_from(&seen.frames);
        let suspects = self.saved.evidence.suspects();
        symptoms.places = suspects
            .iter()
            .map(|place| format!("{}:{}", place.file, place.line))
            .collect();
        let found = memory.similar(&symptoms, MOST_PAST).await;
        let mut found = found.unwrap_or_else(|error| {
            tracing::warn!(%error, "past failures were not recalled");
            Vec::new()
        });
        found.retain(|past| past.similarity.get() >= LIKE);
        found
    }

    fn ideas(&self) -> Vec<Idea> {
        let mut ideas = self.ideas_of_culprit();
        let shown = self.saved.session.record().reproduction.iter();
        let shown = shown.flat_map(|seen| seen.places.iter().take(MOST_PLACES));
        ideas.extend(
            shown.map(|place| of_place(place, Source::Diagnostics, "where the failure shows itself")),
        );
        let suspects = self.saved.evidence.suspects();
        let suspects = suspects.iter().take(MOST_PLACES);
        ideas.extend(suspects.map(|place| of_place(place, Source::Coverage, "which failing tests run")));
        ideas.push(always(
            "the environment differs: a tool, a service, a file that git does not know",
            Aim::Environment,
        ));
        let past = self.saved.evidence.recalled.iter().flatten();
        ideas.extend(past.map(of_past));
        ideas.push(always(
            "the expectation is wrong: the check itself, not the code that it checks",
            Aim::Expectation,
        ));
        ideas.push(always(
            "it is chance: the failure is intermittent",
            Aim::Flakiness,
        ));
        ideas
    }

    /// One hypothesis for each piece, and one for the pieces that cause the failure together.
    fn ideas_of_culprit(&self) -> Vec<Idea> {
        let hunks = self.saved.evidence.hunks();
        let guilty = self.saved.evidence.guilty();
        let mut ideas: Vec<Idea> = hunks
            .iter()
            .take(MOST_HUNKS)
            .map(|hunk| self.of_hunk(hunk))
            .collect();
        match &guilty[..] {
            [] => {}
            [one] => ideas.push(self.of_hunk(one)),
            several => {
                let names: Vec<String> = several.iter().map(named).collect();
                ideas.push(Idea {
                    claim: format!(
                        "the changes to {} in {} break it together",
                        names.join(" and "),
                        self.culprit_name()
                    ),
                    source: Source::Culprit,
                    place: several.first().map(|hunk| hunk.place("part of what broke it")),
                    aim: Aim::Hunks(several.iter().map(|hunk| hunk.id).collect()),
                });
            }
        }
        ideas
    }

    fn of_hunk(&self, hunk: &Hunk) -> Idea {
        let test = if hunk.is_test { ", which is a test" } else { "" };
        Idea {
            claim: format!(
                "the change to {}{test} in {} broke it",
                named(hunk),
                self.culprit_name()
            ),
            source: Source::Culprit,
            place: Some(hunk.place("changed by the commit that broke it")),
            aim: Aim::Hunks(vec![hunk.id]),
        }
    }

    fn culprit_name(&self) -> String {
        match &self.saved.session.record().culprit {
            Some(culprit) => match &culprit.commit {
                Some(commit) => commit.get(..10).unwrap_or(commit).to_owned(),
                None => culprit.summary.clone(),
            },
            None => "the culprit".to_owned(),
        }
    }

    /// States a hypothesis; returns whether it is new.
    fn state_idea(&mut self, idea: Idea) -> Result<bool, AgentError> {
        if self.saved.evidence.aims.values().any(|known| *known == idea.aim) {
            return Ok(false);
        }
        self.tell(Input::Hypothesised {
            claim: idea.claim,
            source: idea.source,
            place: idea.place,
        })?;
        let number = self.saved.session.record().hypotheses.last().map(|last| last.id);
        self.keep(|evidence| {
            if let Some(number) = number {
                evidence.aims.insert(number, idea.aim);
            }
        })?;
        Ok(true)
    }

    /// Begins every experiment that has not been made yet.
    fn plan_probes(&mut self) -> Result<Advance, AgentError> {
        let record = self.saved.session.record();
        let probed: Vec<u32> = record.probes.iter().map(|probe| probe.hypothesis).collect();
        let aims = self.saved.evidence.aims.clone();
        let mut is_planned = false;
        for (hypothesis, aim) in aims {
            let experiment = self.experiment(&aim).filter(|_| !probed.contains(&hypothesis));
            if let Some(experiment) = experiment {
                is_planned = true;
                self.tell(Input::Probing {
                    hypothesis,
                    experiment: experiment.to_owned(),
                    handle: None,
                })?;
            }
        }
        match is_planned {
            true => Ok(Advance::Moved),
            false => Ok(Advance::Waits(
                "there is no further experiment that can be made without an idea".to_owned(),
            )),
        }
    }

    /// The experiment that can be made on a hypothesis here.
    fn experiment(&self, aim: &Aim) -> Option<&'static str> {
        let evidence = &self.saved.evidence;
        match aim {
            Aim::Hunks(_) => {
                Some("remove it from the culprit, check whether the command passes, and restore it")
            }
            Aim::Place { .. } => evidence
                .localisation
                .as_ref()
                .map(|_| "compare what failing and passing tests run"),
            Aim::Environment => (evidence.passes_on.is_some() || !evidence.fails_on.is_empty())
                .then_some("run other commits in the same environment"),
            Aim::Expectation => self
                .saved
                .session
                .record()
                .culprit
                .as_ref()
                .map(|_| "keep the check, and revert the code"),
            // It is only cited, for the reader to try.
            Aim::Past(_) => None,
            Aim::Flakiness => evidence
                .flakiness
                .as_ref()
                .map(|_| "run it repeatedly, and count the failures"),
        }
    }
}

fn named(hunk: &Hunk) -> String {
    match &hunk.function {
        Some(function) => format!("{}:{} ({function})", hunk.file, hunk.line),
        None => format!("{}:{}", hunk.file, hunk.line),
    }
}

fn of_place(place: &Place, source: Source, why: &str) -> Idea {
    let aim = Aim::Place {
        file: place.file.clone(),
        function: place.function.clone(),
    };
    let claim = match &place.function {
        Some(function) => format!(
            "the fault is in {function} ({}:{}), {why}",
            place.file, place.line
        ),
        None => format!("the fault is in {}:{}, {why}", place.file, place.line),
    };
    Idea {
        claim,
        source,
        place: Some(place.clone()),
        aim,
    }
}

fn of_past(past: &Similar) -> Idea {
    let known = &past.postmortem;
    Idea {
        claim: format!("it is as in session {}: {}", known.session, known.root_cause),
        source: Source::Memory,
        place: known.places.first().cloned(),
        aim: Aim::Past(known.session.clone()),
    }
}

fn always(claim: &str, aim: Aim) -> Idea {
    Idea {
        claim: claim.to_owned(),
        source: Source::Always,
        place: None,
        aim,
    }
}

impl SessionError {
    /// The error for a step that is not possible at present.
    pub(in crate::debug) fn step(reason: impl Into<String>) -> Self {
        Self::Step(reason.into())
    }
}
