//! A verified fix that may still be the wrong one: a line that it wrote now has another error.
//!
//! Its target is gone, so it helped, as far as one run can show. But there may be two ways to make a line
//! parse, one of which has no meaning. So it stays uncommitted until another fix is kept; and if nothing can
//! be proposed for the new error, the other fixes of the same cause are tried in its place. One of them
//! replaces it if the lines that it writes have no errors.

use unbreak_core::policy::verdict::Observation;
use unbreak_core::{Edit, EventKind, LineMap};

use super::Rounds;
use super::analyze::Cause;
use super::proof::Proof;
use super::propose::Reach;
use super::settle::{Settled, Trial};
use crate::error::AgentError;

/// The most other fixes that are tried.
const OTHERS: usize = 3;

/// The last step, and everything that is needed to try another in its place. The step itself is the last of
/// the uncommitted ones.
pub(super) struct Doubt {
    causes: Vec<Cause>,
    /// The result of the command before the step.
    base: Observation,
    kept: Vec<(Trial, Proof)>,
    /// The index of the fix in doubt.
    suspect: usize,
    /// The number of fixes that were kept before.
    pub(super) fixed_before: usize,
}

impl Doubt {
    /// The doubt about the fixes that were just settled, if there is one.
    pub(super) fn about(
        settled: &Settled,
        causes: &[Cause],
        base: &Observation,
        fixed_before: usize,
    ) -> Option<Self> {
        let suspect = suspect(settled)?;
        let can_be_repeated = |(trial, _): &(Trial, Proof)| trial.fix.commands.is_empty();
        settled.kept.iter().all(can_be_repeated).then(|| Self {
            causes: causes.to_vec(),
            base: base.clone(),
            kept: settled.kept.clone(),
            suspect,
            fixed_before,
        })
    }

    fn suspect(&self) -> &Trial {
        &self.kept[self.suspect].0
    }

    /// The fixes applied together with the one in doubt.
    fn company(&self) -> impl Iterator<Item = Trial> {
        let kept = self.kept.iter().enumerate();
        kept.filter(|(index, _)| *index != self.suspect)
            .map(|(_, (trial, _))| trial.clone())
    }
}

/// The kept fix whose lines now have an error.
fn suspect(settled: &Settled) -> Option<usize> {
    let trials: Vec<&Trial> = settled.kept.iter().map(|(trial, _)| trial).collect();
    let lines = written(&trials);
    let is_suspect = |trial: &&Trial| {
        settled.observation.errors.iter().any(|error| {
            let place = (error.file(), error.location.line);
            let (Some(file), Some(line)) = place else {
                return false;
            };
            let mut now = lines.replacements_at(file, line);
            now.any(|text| {
                trial
                    .fix
                    .edits
                    .iter()
                    .any(|edit| edit.file.as_str() == file && edit.replacement == text)
            })
        })
    };
    trials.iter().position(is_suspect)
}

/// The lines that fixes wrote.
fn written(trials: &[&Trial]) -> LineMap {
    let mut lines = LineMap::default();
    let edits: Vec<&Edit> = trials.iter().flat_map(|trial| &trial.fix.edits).collect();
    for (file, text) in trials.iter().flat_map(|trial| &trial.base) {
        let text = text.as_deref().unwrap_or_default();
        lines.add(
            file,
            text,
            edits.iter().copied().filter(|edit| &edit.file == file),
        );
    }
    lines
}

impl Rounds<'_, '_, '_> {
    /// Tries other fixes in place of the one in doubt; `None`, with the tree unchanged, if none of them leads
    /// further.
    pub(super) async fn reconsider(&mut self, now: &Observation) -> Result<Option<Observation>, AgentError> {
        let Some(doubt) = self.doubt.take() else {
            return Ok(None);
        };
        let Some(step) = self.steps.pop() else {
            return Ok(None);
        };
        self.run.rollback(step)?;
        let kept = self.kept.split_off(doubt.fixed_before);
        if let Some(settled) = self.other(&doubt, now).await? {
            self.narrator.tell(EventKind::Rollback {
                fixes: vec![doubt.suspect().fix.title.clone()],
                reason: "something else leads further".to_owned(),
            });
            self.account(&doubt.causes, &settled);
            return self.keep(&doubt.causes, settled, &doubt.base).map(Some);
        }
        let fixes: Vec<_> = doubt.kept.iter().map(|(trial, _)| &trial.fix).collect();
        let step = self.run.apply(&fixes)?;
        self.steps.push(step);
        self.kept.extend(kept);
        self.proposals.clear();
        Ok(None)
    }

    /// The result of another fix, if it leads further.
    async fn other(&mut self, doubt: &Doubt, now: &Observation) -> Result<Option<Settled>, AgentError> {
        self.proposals.clear();
        for attempt in 0..OTHERS {
            let mut chosen = self.choose(&doubt.causes, &doubt.base, Reach::Usual).await;
            chosen.retain(|(index, _)| doubt.suspect().causes.contains(index));
            chosen.truncate(1);
            let Some((_, fix)) = chosen.first().filter(|_| self.may_verify()) else {
                break;
            };
            if attempt == 0 {
                self.tell_analysis(&doubt.causes, &doubt.base);
            }
            let mut batch = self.enrol(&doubt.causes, &chosen);
            batch.extend(doubt.company());
            let settled = self.settle(&doubt.causes, &doubt.base, batch).await?;
            let is_kept = settled.kept.iter().any(|(trial, _)| trial.fix == *fix);
            if is_kept && leads_further(&settled, now) {
                return Ok(Some(settled));
            }
            if let Some(step) = settled.step {
                self.run.rollback(step)?;
                self.narrator.tell(EventKind::Rollback {
                    fixes: vec![fix.title.clone()],
                    reason: format!("it leads no further than “{}”", doubt.suspect().fix.title),
                });
            }
        }
        Ok(None)
    }
}

fn leads_further(settled: &Settled, now: &Observation) -> bool {
    let observation = &settled.observation;
    observation.passes() || suspect(settled).is_none() && observation.errors.len() <= now.errors.len()
}
