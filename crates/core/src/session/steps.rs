//! The transitions: the effect of each input, and the refusals.

use super::belief::{ENOUGH, Outcome, PRIOR, Strength, likelihood_ratio};
use super::input::Input;
use super::postmortem::{FixClass, Postmortem, Resolution};
use super::record::{
    Culprit, Hypothesis, Place, Probe, ProbeResult, Proposal, Record, Reproduction, Source, Standing, State,
};
use super::rule::{Refusal, Rule};

/// The most rounds of probes.
const MOST_ROUNDS: u32 = 5;

/// The fewest hypotheses.
const FEWEST_HYPOTHESES: usize = 3;

type Step = Result<(), Refusal>;

impl Record {
    pub(super) fn take(&mut self, input: Input) -> Step {
        self.check_standing(&input)?;
        match input {
            Input::Reproduced(seen) => self.reproduced(seen),
            Input::Asked { question } => {
                self.standing = Standing::Paused { question };
                Ok(())
            }
            Input::Answered { .. } => self.answered(),
            Input::Bisected(culprit) => self.bisected(culprit),
            Input::BisectSkipped { reason } => self.bisect_skipped(reason),
            Input::Hypothesised { claim, source, place } => self.hypothesised(claim, source, place),
            Input::Probing {
                hypothesis,
                experiment,
                handle,
            } => self.probing(hypothesis, experiment, handle),
            Input::Probed {
                probe,
                outcome,
                strength,
                note,
                measured,
            } => self.probed(probe, outcome, strength, note, measured),
            Input::ProbeRemoved { probe } => self.probe_removed(probe),
            Input::Localised { places } => self.localised(places),
            Input::Proposed {
                proposal,
                shotgun,
                elevated,
            } => self.proposed(proposal, shotgun, elevated),
            Input::Verified { passes, .. } => self.verified(passes),
            Input::Postmortem(postmortem) => self.wrote(*postmortem),
            Input::Closed => self.close(),
        }
    }

    /// Checks which inputs a session that is not open still accepts.
    fn check_standing(&self, input: &Input) -> Step {
        match (&self.standing, input) {
            (Standing::Closed, _) => Err(Refusal::new(
                Rule::Closed,
                "the session is closed",
                "start another one",
            )),
            (Standing::Paused { question }, input) => match input {
                // A repeated answer is refused by the rule that it would break anyway.
                Input::Answered { .. }
                | Input::Postmortem(_)
                | Input::ProbeRemoved { .. }
                | Input::Closed => Ok(()),
                Input::Proposed { .. } if !self.is_reproduced() => Ok(()),
                _ => Err(Refusal::new(
                    Rule::Paused,
                    format!("the session is paused: {question}"),
                    "answer the question, or write the postmortem",
                )),
            },
            (Standing::Stuck { reason }, input) => match input {
                Input::Proposed { .. }
                | Input::Verified { .. }
                | Input::Postmortem(_)
                | Input::ProbeRemoved { .. }
                | Input::Closed => Ok(()),
                _ => Err(Refusal::new(
                    Rule::Rounds,
                    format!("the session is stuck: {reason}"),
                    "it is the operator's now: a shotgun fix with elevation, or the postmortem",
                )),
            },
            (Standing::Open, _) => Ok(()),
        }
    }

    fn check_state(&self, allowed: &[State], what: &str) -> Step {
        if allowed.contains(&self.state) {
            return Ok(());
        }
        let names: Vec<&str> = allowed.iter().map(|state| state.name()).collect();
        Err(Refusal::new(
            Rule::Order,
            format!(
                "{what} belongs to {}, and the session is in {}",
                names.join(" or "),
                self.state.name()
            ),
            format!("first do what {} asks for", self.state.name()),
        ))
    }

    fn reproduced(&mut self, seen: Reproduction) -> Step {
        self.check_state(&[State::Reproduce], "a reproduction")?;
        if seen.attempts < Reproduction::ATTEMPTS || seen.matches > seen.attempts {
            return Err(Refusal::new(
                Rule::ThreeOfThree,
                format!("{} of {} attempts do not show it", seen.matches, seen.attempts),
                "make at least three attempts",
            ));
        }
        if seen.holds() {
            self.state = State::Bisect;
        } else {
            self.standing = Standing::Paused {
                question: format!(
                    "it failed in {} of {} attempts: does the failure depend on the environment?",
                    seen.matches, seen.attempts
                ),
            };
        }
        self.reproduction = Some(seen);
        Ok(())
    }

    fn answered(&mut self) -> Step {
        if !matches!(self.standing, Standing::Paused { .. }) {
            return Err(Refusal::new(
                Rule::Order,
                "nothing was asked",
                "an answer belongs to a paused session",
            ));
        }
        self.standing = Standing::Open;
        self.state = State::Reproduce;
        self.reproduction = None;
        Ok(())
    }

    fn bisected(&mut self, culprit: Culprit) -> Step {
        self.check_reproduced()?;
        self.check_state(&[State::Bisect], "a bisection")?;
        self.culprit = Some(culprit);
        self.state = State::Hypothesise;
        Ok(())
    }

    fn bisect_skipped(&mut self, reason: String) -> Step {
        self.check_reproduced()?;
        self.check_state(&[State::Bisect], "skipping the bisection")?;
        if reason.trim().is_empty() {
            return Err(Refusal::new(
                Rule::BisectReason,
                "the bisection is skipped only with a reason",
                "say why there is none",
            ));
        }
        self.bisect_skipped = Some(reason);
        self.state = State::Hypothesise;
        Ok(())
    }

    fn hypothesised(&mut self, claim: String, source: Source, place: Option<Place>) -> Step {
        self.check_reproduced()?;
        self.check_state(&[State::Hypothesise], "a hypothesis")?;
        let essence = essence(&claim);
        if essence.is_empty()
            || self
                .hypotheses
                .iter()
                .any(|known| self::essence(&known.claim) == essence)
        {
            return Err(Refusal::new(
                Rule::ThreeHypotheses,
                format!("'{claim}' is not another hypothesis than those there are"),
                "three distinct ones are needed: what else could it be?",
            ));
        }
        let id = next(self.hypotheses.len());
        self.hypotheses.push(Hypothesis {
            id,
            claim,
            source,
            weight: PRIOR,
            place,
        });
        Ok(())
    }

    fn probing(&mut self, hypothesis: u32, experiment: String, handle: Option<String>) -> Step {
        self.check_reproduced()?;
        self.check_state(&[State::Hypothesise, State::Probe], "a probe")?;
        self.check_hypotheses()?;
        let is_known = self.hypotheses.iter().any(|known| known.id == hypothesis);
        if !is_known || experiment.trim().is_empty() {
            return Err(Refusal::new(
                Rule::OneExperiment,
                format!("there is no hypothesis {hypothesis}, or no experiment on it"),
                "name one of the hypotheses, and what is done to test it",
            ));
        }
        if self.state == State::Hypothesise {
            self.rounds = self.rounds.saturating_add(1);
            self.state = State::Probe;
        }
        let id = next(self.probes.len());
        self.probes.push(Probe {
            id,
            round: self.rounds,
            hypothesis,
            experiment,
            handle,
            result: None,
        });
        Ok(())
    }

    fn probed(
        &mut self,
        probe: u32,
        outcome: Outcome,
        strength: Strength,
        note: String,
        measured: bool,
    ) -> Step {
        self.check_state(&[State::Probe], "the result of a probe")?;
        if strength == Strength::Causal && !measured {
            return Err(Refusal::new(
                Rule::Measured,
                "only an experiment that was made here counts as causal",
                "say 'strong', or have the experiment made",
            ));
        }
        let open = self
            .probes
            .iter()
            .position(|known| known.id == probe && known.result.is_none());
        let Some(at) = open else {
            return Err(Refusal::new(
                Rule::OneExperiment,
                format!("there is no probe {probe} that waits for a result"),
                "begin a probe first; each has one result",
            ));
        };
        let ratio = match self.was_made_before(at) {
            true => 1.0,
            false => likelihood_ratio(outcome, strength),
        };
        let about = self.probes[at].hypothesis;
        self.multiply(about, ratio);
        self.probes[at].result = Some(ProbeResult {
            outcome,
            strength,
            note,
            ratio,
        });
        if self.probes.iter().all(|probe| probe.result.is_some()) {
            self.judge();
        }
        Ok(())
    }

    /// Returns whether the same experiment was made before, which is not new evidence.
    fn was_made_before(&self, at: usize) -> bool {
        let this = &self.probes[at];
        let is_same = |other: &Probe| {
            other.id != this.id
                && other.hypothesis == this.hypothesis
                && other.result.is_some()
                && essence(&other.experiment) == essence(&this.experiment)
        };
        self.probes.iter().any(is_same)
    }

    fn multiply(&mut self, hypothesis: u32, ratio: f64) {
        let about = self.hypotheses.iter_mut().filter(|one| one.id == hypothesis);
        about.for_each(|one| one.weight *= ratio);
    }

    /// Determines the next state after a round of probes.
    fn judge(&mut self) {
        self.state = match self.top() {
            Some((_, confidence)) if confidence >= ENOUGH => State::Localise,
            _ => State::Hypothesise,
        };
        if self.state == State::Hypothesise && self.rounds >= MOST_ROUNDS {
            self.standing = Standing::Stuck {
                reason: format!("no hypothesis reached 80 % in {MOST_ROUNDS} rounds of probes"),
            };
        }
    }

    fn probe_removed(&mut self, probe: u32) -> Step {
        let standing = self
            .probes
            .iter_mut()
            .find(|known| known.id == probe && known.handle.is_some());
        match standing {
            Some(standing) => {
                standing.handle = None;
                Ok(())
            }
            None => Err(Refusal::new(
                Rule::OneExperiment,
                format!("no file contains probe {probe}"),
                "the status shows the probes",
            )),
        }
    }

    fn localised(&mut self, places: Vec<Place>) -> Step {
        self.check_reproduced()?;
        self.check_state(&[State::Localise], "localisation")?;
        if places.is_empty() {
            return Err(Refusal::new(
                Rule::Order,
                "no place was named",
                "name at least one file and line",
            ));
        }
        self.places = places;
        self.state = State::ProposeFix;
        Ok(())
    }

    /// The rules on fixes are checked before the order of states, because their reasons are more helpful.
    fn proposed(&mut self, mut proposal: Proposal, shotgun: bool, elevated: bool) -> Step {
        self.check_reproduced()?;
        self.check_hypotheses()?;
        self.check_confidence(shotgun, elevated)?;
        self.check_probes_removed()?;
        self.check_revealing_test(&proposal)?;
        let is_exempt = shotgun && elevated;
        if !is_exempt {
            self.check_state(&[State::ProposeFix], "a fix")?;
        } else if self.state == State::Postmortem {
            self.check_state(&State::ALL[..6], "a fix")?;
        }
        // A fix that needed elevation is recorded as such, with the confidence at that time.
        proposal.confidence = self.top().map_or(0.0, |(_, confidence)| confidence);
        proposal.shotgun = proposal.confidence < ENOUGH || self.state != State::ProposeFix;
        proposal.verified = None;
        self.state = match FixClass::of(&proposal) {
            FixClass::Architectural => State::Postmortem,
            _ => State::ProposeFix,
        };
        self.standing = Standing::Open;
        self.proposal = Some(proposal);
        Ok(())
    }

    fn verified(&mut self, passes: bool) -> Step {
        self.check_state(&[State::ProposeFix], "the verification of a fix")?;
        let Some(proposal) = self
            .proposal
            .as_mut()
            .filter(|proposal| proposal.verified.is_none())
        else {
            return Err(Refusal::new(
                Rule::Order,
                "no fix waits for verification",
                "propose one first",
            ));
        };
        proposal.verified = Some(passes);
        if passes {
            self.state = State::Postmortem;
            return Ok(());
        }
        // A fix that did not help is evidence against its hypothesis.
        if let Some(about) = self.top().map(|(top, _)| top.id) {
            self.multiply(about, likelihood_ratio(Outcome::Refutes, Strength::Strong));
        }
        self.judge();
        Ok(())
    }

    fn wrote(&mut self, mut postmortem: Postmortem) -> Step {
        match postmortem.resolution {
            Resolution::Unresolved => {}
            // The cause is known, but no fix may be made from it.
            Resolution::Diagnosed => {
                self.check_state(
                    &[State::Localise, State::ProposeFix, State::Postmortem],
                    "a diagnosis",
                )?;
            }
            _ => self.check_state(&[State::Postmortem], "the postmortem of a fix")?,
        }
        let is_verified = self
            .proposal
            .as_ref()
            .is_some_and(|one| one.verified == Some(true));
        if matches!(postmortem.resolution, Resolution::Fixed | Resolution::Proposed) && !is_verified {
            return Err(Refusal::new(
                Rule::PostmortemFirst,
                "no fix was verified, so the postmortem cannot say that there is one",
                "say 'diagnosed' or 'unresolved'",
            ));
        }
        // The confidence is the one at that time, not the one after the fact.
        let confidence = match &self.proposal {
            Some(proposal) => proposal.confidence,
            None => self.top().map_or(0.0, |(_, confidence)| confidence),
        };
        postmortem.confidence = confidence.into();
        postmortem.shotgun = self.proposal.as_ref().is_some_and(|proposal| proposal.shotgun);
        self.postmortem = Some(postmortem);
        self.state = State::Postmortem;
        self.standing = Standing::Open;
        Ok(())
    }

    fn close(&mut self) -> Step {
        if self.postmortem.is_none() {
            return Err(Refusal::new(
                Rule::PostmortemFirst,
                "there is no postmortem",
                "record the lessons, even if nothing was learned",
            ));
        }
        self.check_probes_removed()?;
        self.standing = Standing::Closed;
        Ok(())
    }

    fn check_reproduced(&self) -> Step {
        match self.is_reproduced() {
            true => Ok(()),
            false => Err(Refusal::new(
                Rule::ReproduceFirst,
                "the failure was not reproduced",
                "reproduce it first: three attempts of three",
            )),
        }
    }

    fn check_hypotheses(&self) -> Step {
        match self.hypotheses.len() {
            enough if enough >= FEWEST_HYPOTHESES => Ok(()),
            few => Err(Refusal::new(
                Rule::ThreeHypotheses,
                format!("there are {few} hypotheses"),
                "state at least three distinct ones",
            )),
        }
    }

    fn check_confidence(&self, shotgun: bool, elevated: bool) -> Step {
        let confidence = self.top().map_or(0.0, |(_, confidence)| confidence);
        if confidence >= ENOUGH || shotgun && elevated {
            return Ok(());
        }
        let missing = match (shotgun, elevated) {
            (true, false) => "; a shotgun fix needs the operator's elevation too",
            (false, true) => "; elevation allows a fix that is called a shotgun fix",
            _ => "",
        };
        Err(Refusal::new(
            Rule::Confidence,
            format!(
                "the top hypothesis has {:.0} %, and a fix needs 80 %{missing}",
                confidence * 100.0
            ),
            "make another experiment",
        ))
    }

    fn check_probes_removed(&self) -> Step {
        let standing: Vec<String> = self
            .standing_probes()
            .map(|probe| {
                format!(
                    "probe {} ({})",
                    probe.id,
                    probe.handle.as_deref().unwrap_or_default()
                )
            })
            .collect();
        match standing.is_empty() {
            true => Ok(()),
            false => Err(Refusal::new(
                Rule::ProbesRemoved,
                format!("{} still in place", standing.join(", ")),
                "remove the probes first",
            )),
        }
    }

    fn check_revealing_test(&self, proposal: &Proposal) -> Step {
        let tests = self.reproduction.as_ref().map(|seen| &seen.test_files);
        let changed = tests
            .into_iter()
            .flatten()
            .find(|file| proposal.files.contains(*file));
        match changed {
            None => Ok(()),
            Some(file) => Err(Refusal::new(
                Rule::RevealingTest,
                format!("the fix would change {file}, which revealed the failure"),
                "fix the code; to change a wrong test, propose a separate fix",
            )),
        }
    }
}

fn next(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}

/// A text without insignificant differences: case, white space, punctuation.
fn essence(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let text: String = letters.collect();
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}
