//! What was verified → the run's result: the report, the journal, and what each fix did to files.

use unbreak_core::event::FixResult;
use unbreak_core::fix::apply_edits;
use unbreak_core::redact::Redact as _;
use unbreak_core::{EventKind, FileOp, KeptFix, Outcome, RelPath};

use super::analyze::Cause;
use super::doubt::Doubt;
use super::oracle::{Observation, millis};
use super::settle::{Settled, Trial};
use super::{Repaired, Rounds};
use crate::commit::Change;
use crate::error::AgentError;

impl Rounds<'_, '_, '_> {
    /// Says of every cause what became of it.
    pub(super) fn account(&mut self, causes: &[Cause], settled: &Settled) {
        let mended_by = |index: usize| {
            let own = settled
                .kept
                .iter()
                .find(|(trial, _)| trial.causes.contains(&index));
            // When the command passes, what no fix was aimed at went with another cause.
            own.or_else(|| settled.kept.first().filter(|_| settled.observation.passes()))
        };
        let results: Vec<FixResult> = causes
            .iter()
            .enumerate()
            .map(|(index, cause)| match mended_by(index) {
                Some((trial, _)) => self.ledger.fixed(cause, &trial.fix),
                None => self.ledger.unresolved(cause),
            })
            .collect();
        self.report.unresolved = results
            .iter()
            .filter(|result| !result.outcome.is_fixed())
            .cloned()
            .collect();
        self.narrator.tell(EventKind::FixResults { results });
    }

    /// Makes the verified fixes part of the run's result.
    pub(super) fn keep(
        &mut self,
        causes: &[Cause],
        settled: Settled,
        before: &Observation,
    ) -> Result<Observation, AgentError> {
        if settled.step.is_some() {
            self.doubt = Doubt::about(&settled, causes, before, self.report.fixed.len());
        }
        if let Some(step) = settled.step {
            self.proposals.clear();
            self.steps.push(step);
        }
        self.commit()?;
        let trials: Vec<&Trial> = settled.kept.iter().map(|(trial, _)| trial).collect();
        self.changes
            .extend((0..trials.len()).map(|index| changes(&trials, index)));
        for (trial, verified) in settled.kept {
            self.report
                .fixed
                .push(kept_fix(self.report.iterations, &trial, causes, verified));
        }
        Ok(settled.observation)
    }

    pub(super) fn commit(&mut self) -> Result<(), AgentError> {
        if !self.setting.options.dry_run {
            let sure = self.steps.len() - usize::from(self.doubt.is_some());
            for step in self.steps.drain(..sure) {
                self.run.commit(step)?;
            }
        }
        Ok(())
    }

    pub(super) fn close(mut self, outcome: Outcome, last: Observation) -> Result<Repaired, AgentError> {
        self.doubt = None;
        self.commit()?;
        let mut report = self.report;
        report.diff = self.run.diff();
        for step in self.steps.into_iter().rev() {
            self.run.rollback(step)?;
        }
        if last.passes() {
            report.unresolved.clear();
        } else {
            report.output_tail.clone_from(&last.tail);
        }
        report.outcome = outcome;
        report.exit = last.exit;
        report.remaining = last.errors;
        report.dry_run = self.setting.options.dry_run;
        (report.refused, report.warnings) = self.ledger.close();
        report.runs = self.oracle.runs();
        report.command_ms = millis(self.oracle.command_time());
        report.tools_ms = millis(self.setting.tools.spent());
        report.engine_ms =
            millis(self.setting.started.elapsed()).saturating_sub(report.command_ms + report.tools_ms);
        report.redact();
        Ok(Repaired {
            report,
            changes: self.changes,
        })
    }
}

/// What the fix `index` did to the files it touches, on top of those before it.
pub(super) fn changes(trials: &[&Trial], index: usize) -> Vec<Change> {
    let files = trials[index].base.keys();
    let change = |file: &RelPath| Change {
        file: file.clone(),
        before: text_after(&trials[..index], trials, file),
        after: text_after(&trials[..=index], trials, file),
    };
    files.map(change).collect()
}

/// The text of a file once `applied` are; `all` know the texts before any is.
fn text_after(applied: &[&Trial], all: &[&Trial], file: &RelPath) -> Option<String> {
    let base = |file: &RelPath| {
        all.iter()
            .find_map(|trial| trial.base.get(file))
            .cloned()
            .flatten()
    };
    let mut text = base(file);
    for op in applied.iter().flat_map(|trial| &trial.fix.files) {
        match op {
            FileOp::Create {
                file: created,
                content,
            } if created == file => text = Some(content.clone()),
            FileOp::Rename { from, to } if to == file => text = base(from),
            FileOp::Delete { file: gone } | FileOp::Rename { from: gone, .. } if gone == file => text = None,
            _ => {}
        }
    }
    let edits = applied
        .iter()
        .flat_map(|trial| &trial.fix.edits)
        .filter(|edit| &edit.file == file);
    text.map(|text| apply_edits(&text, edits).unwrap_or(text))
}

pub(super) fn kept_fix(iteration: u32, trial: &Trial, causes: &[Cause], verified: String) -> KeptFix {
    let fix = &trial.fix;
    let targets: usize = trial
        .causes
        .iter()
        .map(|&cause| causes[cause].targets.len())
        .sum();
    KeptFix {
        iteration,
        strategy: fix.strategy.clone(),
        title: fix.title.clone(),
        rationale: fix.rationale.clone(),
        confidence: fix.confidence,
        safety: fix.safety,
        diagnostic: causes[trial.causes[0]].analysis.diagnostic.clone(),
        also: targets.saturating_sub(1),
        diff: trial.diff.clone(),
        verified,
    }
}
