//! The last check of every kept fix: whether its origin and the checks that tested it let it stay.
//!
//! Before a fix is tried, it is known at best what could test it. Now it is known what did. Fixes without
//! sufficient evidence are asked about, or rolled back; if the command still fails, so are fixes that only
//! revealed another error.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::policy::guard::Rule;
use unbreak_core::policy::safety::{Standing, what_would_show_wrong, why_right};
use unbreak_core::policy::verdict::{Comparison, Effect, Observation};
use unbreak_core::{
    Diagnostic, ErrorType, EventKind, ExitState, Fix, LineMap, Outcome, RefusedFix, RelPath, SafetyClass,
    Workspace as _,
};

use super::restore::{changed, difference, restoring};
use super::{Rounds, remnant};
use crate::commit::Change;
use crate::error::AgentError;

/// The reason why a fix does not stay.
#[derive(Debug, Clone)]
struct Objection {
    rule: &'static str,
    reason: String,
    /// Whether there is nothing against the fix itself, but against another one that it needs.
    is_of_another: bool,
}

impl Objection {
    fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
            is_of_another: false,
        }
    }

    /// The same for a fix that needs the one that this is about.
    fn passed_on(&self, reason: &str) -> Self {
        Self {
            rule: self.rule,
            reason: reason.to_owned(),
            is_of_another: true,
        }
    }
}

impl Rounds<'_, '_, '_> {
    /// Rolls back the fixes that may not stay, and says how the run ends then.
    pub(super) async fn audit(
        &mut self,
        outcome: Outcome,
        last: Observation,
    ) -> Result<(Outcome, Observation), AgentError> {
        self.doubt = None;
        self.commit()?;
        if self.kept.is_empty() {
            return Ok((outcome, last));
        }
        if last.passes()
            && let Some(ended) = self.attribute().await?
        {
            return Ok(ended);
        }
        self.measure(&last).await?;
        if last.passes() {
            self.contest().await?;
        }
        let mut objections: Vec<Option<Objection>> = Vec::new();
        for index in 0..self.kept.len() {
            let blind = if last.passes() {
                self.looks_away(index).await?
            } else {
                None
            };
            objections.push(match blind {
                Some(reason) => Some(Objection::new(Rule::LooksAway.name(), reason)),
                None => self.objection(index, &last),
            });
        }
        if objections.iter().all(Option::is_none) {
            return Ok((outcome, last));
        }
        self.object_to_hidden(&mut objections);
        self.retract(&objections)?;
        self.conclude(outcome, last).await
    }

    fn objection(&mut self, index: usize, last: &Observation) -> Option<Objection> {
        let kept = &self.kept[index];
        let leftover = || {
            let is_open = self.ledger.is_undecided(&kept.key);
            remnant::objection(kept, last, self.setting.tree)
                .or_else(|| remnant::alternative(kept).filter(|_| is_open))
        };
        if !last.passes()
            && let Some(reason) = leftover()
        {
            return Some(Objection::new("red-end", reason));
        }
        let standing = kept.standing();
        if kept.fix.safety == SafetyClass::NeedsApproval || standing == Standing::Safe {
            return None;
        }
        let options = self.setting.options;
        let is_allowed = match standing {
            Standing::Guess => options.allow.contains(Rule::Guess.name()),
            Standing::Safe | Standing::Asks => options.assume_yes,
        };
        let mut asked = kept.fix.clone();
        asked.evidence.tested_by = Some(kept.proof.tested_by);
        let given = self.narrator.has_approved(&kept.fix);
        if is_allowed || given || self.narrator.approves(&asked) {
            return None;
        }
        let kept = &self.kept[index];
        let shown = what_would_show_wrong(kept.proof.tested_by);
        Some(match standing {
            Standing::Guess => {
                let why = why_right(&kept.fix.evidence);
                Objection::new(
                    Rule::Guess.name(),
                    format!("{why}, and {shown} (see --allow guess)"),
                )
            }
            Standing::Safe | Standing::Asks => Objection::new(
                "approval",
                format!("verified, but not approved: {shown} (see --yes)"),
            ),
        })
    }

    /// Objects to fixes of failures that show only behind a fix that does not stay: nothing verifies them without it.
    fn object_to_hidden(&self, objections: &mut [Option<Objection>]) {
        for index in 0..self.kept.len() {
            let Some(objection) = objections[index]
                .clone()
                .filter(|_| self.kept[index].proof.reveals)
            else {
                continue;
            };
            let hides = |later: &Diagnostic| {
                let own = &self.kept[index].diagnostic;
                let ends_the_run = matches!(
                    own.error_type,
                    ErrorType::Syntax | ErrorType::Import | ErrorType::Build
                );
                let is_first =
                    |first: &Diagnostic| first.file() == later.file() && first.message == later.message;
                (ends_the_run || own.file() == later.file()) && !self.first.errors.iter().any(is_first)
            };
            for (later, own) in self.kept.iter().zip(&mut *objections).skip(index + 1) {
                if hides(&later.diagnostic) {
                    let reason = "what it mends shows only behind a fix that was rolled back";
                    own.get_or_insert_with(|| objection.passed_on(reason));
                }
            }
        }
    }

    /// Removes fixes from the tree and leaves the others. If the texts of two cannot be separated, both are
    /// removed.
    fn retract(&mut self, objections: &[Option<Objection>]) -> Result<(), AgentError> {
        let mut objections = objections.to_vec();
        let mut texts: BTreeMap<RelPath, Option<String>> = BTreeMap::new();
        let mut index = 0;
        while index < self.kept.len() {
            let Some(objection) = objections[index].clone() else {
                index += 1;
                continue;
            };
            for change in self.kept[index].changes.clone() {
                self.part(index, &change, &objection, &mut objections, &mut texts);
            }
            index += 1;
        }
        let tree = self.setting.tree;
        let fix = restoring("what did not stay", &texts, |file| tree.read_text(file).ok());
        let step = self.run.apply(&[&fix])?;
        self.steps.push(step);
        self.commit()?;
        self.strike(objections);
        Ok(())
    }

    /// Removes one change from the texts after it: the present file, and the base texts of later fixes.
    fn part(
        &mut self,
        index: usize,
        change: &Change,
        objection: &Objection,
        objections: &mut [Option<Objection>],
        texts: &mut BTreeMap<RelPath, Option<String>>,
    ) {
        let tree = self.setting.tree;
        let now = texts
            .entry(change.file.clone())
            .or_insert_with(|| tree.read_text(&change.file).ok());
        *now = without(change, now.as_deref());
        let later = self.kept.iter_mut().zip(objections).skip(index + 1);
        for (kept, own) in later {
            for other in kept.changes.iter_mut().filter(|other| other.file == change.file) {
                let before = without(change, other.before.as_deref());
                let after = without(change, other.after.as_deref());
                if before == after {
                    own.get_or_insert_with(|| objection.passed_on("it builds on a fix that was rolled back"));
                }
                (other.before, other.after) = (before, after);
            }
        }
    }

    /// Removes the fixes that do not stay from the result, with the reason.
    fn strike(&mut self, objections: Vec<Option<Objection>>) {
        let kept = std::mem::take(&mut self.kept);
        for (kept, objection) in kept.into_iter().zip(objections) {
            let Some(objection) = objection else {
                self.kept.push(kept);
                continue;
            };
            let Objection { rule, reason, .. } = objection;
            self.ledger.fail(&kept.key, &kept.fix, &reason);
            match objection.is_of_another {
                true => self.ledger.forgive(&kept.key, &kept.fix),
                false => self.ledger.ban(&kept.fix),
            }
            if remnant::leaves_open(&reason) {
                self.ledger.leave_undecided(&kept.key);
            }
            self.narrator.tell(EventKind::Rollback {
                fixes: vec![kept.fix.title.clone()],
                reason: reason.clone(),
            });
            self.report.refused.push(refused(&kept.fix, rule, reason));
        }
    }

    /// Runs the command on the remaining fixes. If the result is worse than at the start, they are removed,
    /// too.
    async fn conclude(
        &mut self,
        outcome: Outcome,
        last: Observation,
    ) -> Result<(Outcome, Observation), AgentError> {
        let mut now = last;
        if self.may_verify() {
            let seen = self.oracle.ask(&mut self.narrator).await?;
            if seen.exit != ExitState::Cancelled {
                now = seen;
            }
        }
        let outcome = match (now.passes(), self.kept.is_empty(), outcome) {
            (true, true, _) => Outcome::PassesUnchanged,
            (true, false, _) => Outcome::Fixed,
            (false, _, Outcome::Fixed) => Outcome::NoFix,
            (false, _, outcome) => outcome,
        };
        if !now.passes() && !self.kept.is_empty() && self.does_harm(&now) {
            let (outcome, _) = self.discredit("it does harm without the others", outcome, now.clone())?;
            return Ok((outcome, now));
        }
        if !now.passes() {
            let causes = self.causes(&now);
            self.report.unresolved = causes.iter().map(|cause| self.ledger.unresolved(cause)).collect();
        }
        Ok((outcome, now))
    }

    /// Returns whether more fails than before the first fix, and not only what had been hidden.
    fn does_harm(&self, now: &Observation) -> bool {
        let mut lines = LineMap::default();
        let mut known: BTreeSet<&RelPath> = BTreeSet::new();
        for change in self.kept.iter().flat_map(|kept| &kept.changes) {
            let after = self.setting.tree.read_text(&change.file);
            if let (true, Some(before), Ok(after)) = (known.insert(&change.file), &change.before, after) {
                lines.add(&change.file, before, [&difference(&change.file, before, &after)]);
            }
        }
        let effect = Effect::of(&Comparison {
            before: &self.first.errors,
            after: &now.errors,
            passes: now.passes(),
            stopped_early: self.first.stopped_early,
            tests: self.first.tests().zip(now.tests()),
            lines: &lines,
        });
        now.errors.len() > self.first.errors.len() && !effect.caused.is_empty()
    }
}

/// A text without one change; the text from before the change if the two cannot be separated.
fn without(change: &Change, now: Option<&str>) -> Option<String> {
    let before = change.before.as_deref();
    changed(now, change.after.as_deref(), before).unwrap_or_else(|| before.map(str::to_owned))
}

fn refused(fix: &Fix, rule: &str, reason: String) -> RefusedFix {
    RefusedFix {
        strategy: fix.strategy.clone(),
        title: fix.title.clone(),
        rule: rule.to_owned(),
        reason,
    }
}
