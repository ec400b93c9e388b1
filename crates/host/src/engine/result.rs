//! Records verified fixes in the run's result: the report, the journal, and the changes of each fix to files.

use std::collections::BTreeSet;
use std::sync::Arc;

use unbreak_core::event::FixResult;
use unbreak_core::fix::apply_edits;
use unbreak_core::policy::safety::{self, Standing};
use unbreak_core::policy::verdict::Observation;
use unbreak_core::redact::Redact as _;
use unbreak_core::{Diagnostic, ErrorType, EventKind, FileOp, Fix, KeptFix, Outcome, RelPath, SafetyClass};

use super::analyze::{Cause, CauseKey};
use super::contest::Rival;
use super::doubt::Doubt;
use super::oracle::millis;
use super::proof::{self, Proof, is_compiled};
use super::settle::{Settled, Trial};
use super::{Repaired, Rounds};
use crate::commit::Change;
use crate::error::AgentError;

impl Rounds<'_, '_, '_> {
    /// Records the outcome of every cause.
    pub(super) fn account(&mut self, causes: &[Cause], settled: &Settled) {
        let mended_by = |index: usize| {
            let own = settled
                .kept
                .iter()
                .find(|(trial, _)| trial.causes.contains(&index));
            // If the command passes, causes without a fix of their own went with another cause.
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
            self.doubt = Doubt::about(&settled, causes, before, self.kept.len());
        }
        if let Some(step) = settled.step {
            self.proposals.clear();
            self.findings = Arc::default();
            self.steps.push(step);
        }
        self.commit()?;
        self.kept
            .extend(Kept::of_step(self.report.iterations, &settled.kept, causes));
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

    pub(super) fn close(self, outcome: Outcome, last: Observation) -> Result<Repaired, AgentError> {
        let mut report = self.report;
        let (fixed, changes) = self.kept.into_iter().map(Kept::into_report).unzip();
        report.fixed = fixed;
        report.diff = self.run.diff();
        for step in self.steps.into_iter().rev() {
            self.run.rollback(step)?;
        }
        if last.passes() {
            report.unresolved.clear();
        } else {
            report.output_tail.clone_from(&last.tail);
        }
        // Warnings that are left do not make the command fail.
        let is_failure = matches!(outcome, Outcome::NoFix | Outcome::Stuck | Outcome::MaxIterations);
        report.outcome = match (last.succeeds() && is_failure, report.fixed.is_empty()) {
            (true, true) => Outcome::AlreadyPassing,
            (true, false) => Outcome::Fixed,
            (false, _) => outcome,
        };
        report.exit = last.exit;
        report.remaining = last.errors;
        report.dry_run = self.setting.options.dry_run;
        let (refused, warnings) = self.ledger.close();
        report.refused.extend(refused);
        report.warnings.extend(warnings);
        report.runs = self.oracle.runs();
        report.command_ms = millis(self.oracle.command_time());
        report.tools_ms = millis(self.setting.tools.spent());
        report.model_ms = millis(self.setting.purse.waited());
        report.models = self.setting.purse.used();
        report.engine_ms = millis(self.setting.started.elapsed())
            .saturating_sub(report.command_ms + report.tools_ms + report.model_ms);
        if !self.setting.shows_secrets {
            report.redact();
        }
        Ok(Repaired { report, changes })
    }
}

/// The changes of the fix `index` to the files it touches, on top of those before it.
pub(super) fn changes(trials: &[&Trial], index: usize) -> Vec<Change> {
    let files = trials[index].base.keys();
    let change = |file: &RelPath| Change {
        file: file.clone(),
        before: text_after(&trials[..index], trials, file),
        after: text_after(&trials[..=index], trials, file),
    };
    files.map(change).collect()
}

/// The text of a file after `applied`; `all` know the texts before any of them.
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

/// A fix in the tree, with everything that decides whether it stays.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub(super) key: CauseKey,
    pub(super) fix: Fix,
    pub(super) proof: Proof,
    /// Its changes to the files it touches.
    pub(super) changes: Vec<Change>,
    /// The other fixes that would fit.
    pub(super) rivals: Vec<Rival>,
    iteration: u32,
    pub(super) diagnostic: Diagnostic,
    /// The tests that ran and failed for the reason that it was meant for.
    failed_tests: BTreeSet<String>,
    also: usize,
    diff: String,
}

/// The possible refutation of a change that the tests told from others.
const CONTESTED: &str = "the same tests would pass with a change that was not tried";

impl Kept {
    /// The fixes of one step.
    pub(super) fn of_step(iteration: u32, step: &[(Trial, Proof)], causes: &[Cause]) -> Vec<Self> {
        let trials: Vec<&Trial> = step.iter().map(|(trial, _)| trial).collect();
        let kept = |(index, (trial, proof)): (usize, &(Trial, Proof))| {
            let targets: usize = trial
                .causes
                .iter()
                .map(|&cause| causes[cause].targets.len())
                .sum();
            let cause = &causes[trial.causes[0]];
            let targets_of_all = trial
                .causes
                .iter()
                .flat_map(|&cause| causes[cause].analysis.diagnostics());
            // Where a module cannot be loaded, no test has run.
            let failed_tests = targets_of_all
                .filter(|target| proof::ran(target) && target.error_type != ErrorType::Import)
                .filter_map(|target| target.test.clone());
            Self {
                failed_tests: failed_tests.collect(),
                key: cause.key.clone(),
                fix: trial.fix.clone(),
                proof: proof.clone(),
                changes: changes(&trials, index),
                rivals: trial.rivals.iter().map(|rival| Rival::of(rival, trial)).collect(),
                iteration,
                diagnostic: cause.analysis.diagnostic.clone(),
                also: targets.saturating_sub(1),
                diff: trial.diff.clone(),
            }
        };
        step.iter().enumerate().map(kept).collect()
    }

    /// Its target.
    pub(super) fn target(&self) -> &Diagnostic {
        &self.diagnostic
    }

    /// Returns whether a test that had failed passes in the last run.
    pub(super) fn has_helped_a_test(&self, last: &Observation) -> bool {
        let of_it =
            |error: &Diagnostic, test: &str| error.test.as_deref().is_some_and(|own| own.starts_with(test));
        let fails = |test: &String| last.errors.iter().any(|error| of_it(error, test));
        last.counts_tests() && self.failed_tests.iter().any(|test| !fails(test))
    }

    /// Returns whether the target of the fix is a finding of a checker of sources, which reports the same each time.
    pub(super) fn is_for_a_checker(&self) -> bool {
        use ErrorType::{Lint, Syntax, Type};
        matches!(self.diagnostic.error_type, Lint | Syntax | Type)
            && (self.diagnostic.frames.is_empty() || is_compiled(&self.fix))
    }

    /// The standing that the evidence allows now.
    pub(super) fn standing(&self) -> Standing {
        safety::of(&self.fix, self.proof.tested_by)
    }

    fn into_report(self) -> (KeptFix, Vec<Change>) {
        let safety = match (self.fix.safety, self.standing()) {
            (SafetyClass::NeedsApproval, _) => SafetyClass::NeedsApproval,
            (_, Standing::Safe) => SafetyClass::Safe,
            (_, Standing::Asks | Standing::Guess) => SafetyClass::Unsafe,
        };
        let tested_by = self.proof.tested_by;
        let mut evidence = self.fix.evidence;
        let (right_because, wrong_if) = match self.proof.lost_rivals {
            0 => (
                safety::why_right(&evidence).to_owned(),
                safety::what_would_show_wrong(tested_by).to_owned(),
            ),
            1 => (
                "a test fails with the other change that fits".to_owned(),
                CONTESTED.to_owned(),
            ),
            count => (
                format!("a test fails with each of {count} other changes that fit"),
                CONTESTED.to_owned(),
            ),
        };
        evidence.tested_by = Some(tested_by);
        let report = KeptFix {
            iteration: self.iteration,
            strategy: self.fix.strategy,
            rule: self.fix.rule,
            further_rules: self.fix.further_rules,
            title: self.fix.title,
            rationale: self.fix.rationale,
            confidence: self.fix.confidence,
            safety,
            evidence,
            right_because,
            wrong_if,
            diagnostic: self.diagnostic,
            also: self.also,
            diff: self.diff,
            verified: self.proof.how,
        };
        (report, self.changes)
    }
}
