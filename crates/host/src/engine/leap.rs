//! A way on when single steps stall: applies the best fix of every cause at once, repeatedly, and judges the
//! end result.
//!
//! A fix is kept if it helps by itself or with others ([`settle`](super::settle)). Some help only together
//! with fixes whose need shows later: a type must be imported before the compiler reports the misspelt method
//! on the same line. So if no fix is left that helps at once, all of the best are applied on trial, then
//! those for the newly revealed errors, a few times. The result is kept if the command passes, or if only
//! a linter's own edits were made and only findings are gone: one edit leaves an import that another has to
//! sort. Otherwise all of it is rolled back.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use unbreak_core::policy::verdict::Observation;
use unbreak_core::signature::Fingerprint;
use unbreak_core::{DeterminedBy, Diagnostic, Edit, ErrorType, EventKind, RelPath};

use super::Rounds;
use super::analyze::Cause;
use super::attribute::Repetition;
use super::ledger::Ledger;
use super::proof::Proof;
use super::propose::Reach;
use super::result::Kept;
use super::settle::{Settled, Trial, announce};
use crate::error::AgentError;
use crate::workspace::Applied;

/// How many times revealed errors are fixed, too. Compilers have three or four phases.
const DEPTH: usize = 4;

/// The same for a linter's own edits. ESLint makes up to ten passes.
const PASSES: usize = 10;

/// How often a linter's edits are tried without the files that they spoilt.
const ATTEMPTS: usize = 4;

/// Returns whether a checker of sources reported it, which reports more once it is fixed. Errors of a build or a
/// running program have been tried fix by fix, and running it may be expensive.
fn is_static(error: &Diagnostic) -> bool {
    use ErrorType::{Import, Lint, Syntax, Type};
    error.frames.is_empty() && matches!(error.error_type, Import | Lint | Syntax | Type)
}

/// How often each error was reported, wherever in its file.
type Counts = BTreeMap<Fingerprint, usize>;

fn counts(errors: &[Diagnostic]) -> Counts {
    let mut counts = Counts::new();
    for error in errors {
        *counts.entry(Fingerprint::of(error)).or_default() += 1;
    }
    counts
}

/// Returns whether a linter reported it.
pub(super) fn is_finding(error: &Diagnostic) -> bool {
    error.error_type == ErrorType::Lint
}

fn is_vouched(trial: &Trial) -> bool {
    trial.fix.evidence.determined_by == DeterminedBy::ToolEdit
}

/// The trials whose edits touch no edit of an earlier one: a linter made each for the text as it is. What is left over
/// is offered again in the next pass, as in ESLint.
fn apart(trials: Vec<Trial>) -> Vec<Trial> {
    let mut taken: BTreeMap<RelPath, Vec<Range<usize>>> = BTreeMap::new();
    let touches = |a: &Range<usize>, b: &Range<usize>| a.start <= b.end && b.start <= a.end;
    let mut is_apart = |trial: &Trial| {
        let is_free = |edit: &Edit| {
            let mut ranges = taken.get(&edit.file).into_iter().flatten();
            !ranges.any(|range| touches(range, &edit.range))
        };
        let is_apart = trial.fix.edits.iter().all(is_free);
        for edit in trial.fix.edits.iter().filter(|_| is_apart) {
            let ranges = taken.entry(edit.file.clone()).or_default();
            ranges.push(edit.range.clone());
        }
        is_apart
    };
    trials.into_iter().filter(|trial| is_apart(trial)).collect()
}

/// The files in which rounds of a linter's own edits were not only for the better: a finding that they were for is not
/// rarer, or another one is more frequent.
fn spoilt(leaps: &[Leap], errors: &[Diagnostic]) -> BTreeSet<String> {
    let Some(first) = leaps.first() else {
        return BTreeSet::new();
    };
    let now = counts(errors);
    let count = |counts: &Counts, error: &Diagnostic| {
        let key = Fingerprint::of(error);
        counts.get(&key).copied().unwrap_or_default()
    };
    let more = errors
        .iter()
        .filter(|error| count(&now, error) > count(&first.counts, error));
    let targets = leaps.iter().flat_map(|leap| {
        let causes = leap.trials.iter().flat_map(|trial| &trial.causes);
        let errors = causes.flat_map(|&cause| leap.causes[cause].analysis.diagnostics());
        errors.filter(|error| count(&now, error) >= count(&leap.counts, error))
    });
    let files = more.chain(targets).map(|error| error.file().unwrap_or_default());
    files.map(str::to_owned).collect()
}

/// One round of fixes in the tree on trial.
struct Leap {
    /// How often each error was reported before.
    counts: Counts,
    causes: Vec<Cause>,
    trials: Vec<Trial>,
    step: Applied,
}

impl Rounds<'_, '_, '_> {
    /// Applies the best fixes for every cause until the command passes; `None`, with the tree unchanged, if
    /// it does not and nothing is better. Tried once from every state of the tree.
    pub(super) async fn leap(&mut self, now: &Observation) -> Result<Option<Observation>, AgentError> {
        let from = self.tree_digest();
        if self.leapt_from.replace(from) == Some(from) {
            return Ok(None);
        }
        let mut left_alone = BTreeSet::new();
        for _ in 0..ATTEMPTS {
            let mut leaps: Vec<Leap> = Vec::new();
            let last = match self.leaps(now, &mut leaps, &left_alone).await {
                Ok(last) => last,
                Err(error) => {
                    self.take_back(leaps)?;
                    return Err(error);
                }
            };
            let spoilt = spoilt(&leaps, &last.errors);
            let are_vouched = leaps.iter().flat_map(|leap| &leap.trials).all(is_vouched);
            let is_better = !leaps.is_empty() && are_vouched && spoilt.is_empty();
            if last.shortfall(now).is_none() && (last.passes() || is_better) {
                return self.land(leaps, last).map(Some);
            }
            let is_theirs = leaps.iter().flat_map(|leap| &leap.trials).any(|trial| {
                let mut edited = trial.fix.touched();
                edited.any(|file| spoilt.contains(file.as_str()))
            });
            self.take_back(leaps)?;
            if !is_theirs || !are_vouched || !now.errors.iter().all(is_finding) {
                break;
            }
            // What a linter's edits do to one file is nothing to the others.
            left_alone.extend(spoilt);
        }
        Ok(None)
    }

    /// Applies the best fixes round after round, except to files that are left alone. Returns the last result.
    async fn leaps(
        &mut self,
        from: &Observation,
        leaps: &mut Vec<Leap>,
        left_alone: &BTreeSet<String>,
    ) -> Result<Observation, AgentError> {
        let mut now = from.clone();
        let most = match from.errors.iter().all(is_finding) {
            true => PASSES,
            false => DEPTH,
        };
        while leaps.len() < most && self.may_verify() {
            let causes = self.causes(&now);
            let mut trials = self.best(&causes, &now).await;
            let are_findings = now.errors.iter().all(is_finding);
            if are_findings {
                let is_left_alone =
                    |trial: &Trial| trial.fix.touched().any(|file| left_alone.contains(file.as_str()));
                trials.retain(|trial| is_vouched(trial) && !is_left_alone(trial));
                trials = apart(trials);
            }
            let fixes: Vec<_> = trials.iter().map(|trial| &trial.fix).collect();
            let has_commands = fixes.iter().any(|fix| !fix.commands.is_empty());
            if fixes.is_empty() || has_commands || !now.errors.iter().all(is_static) {
                break;
            }
            let step = match self.run.apply(&fixes) {
                Ok(step) => step,
                Err(error) if error.is_about_the_fix() => break,
                Err(error) => return Err(error.into()),
            };
            announce(&mut self.narrator, &causes, &trials);
            let counts = counts(&now.errors);
            leaps.push(Leap {
                counts,
                causes,
                trials,
                step,
            });
            let next = self.oracle.ask(&mut self.narrator).await?;
            let hollow = next.shortfall(from).is_some();
            if next.passes() && !hollow {
                // The same change did not help a moment ago: the command is flaky.
                let is_alone = leaps.len() == 1 && leaps[0].trials.len() == 1;
                if is_alone
                    && self
                        .ledger
                        .has_failed(&leaps[0].causes[leaps[0].trials[0].causes[0]].key)
                {
                    self.repetition = Repetition::Differs;
                }
                return Ok(next);
            }
            let is_broken = are_findings && !next.errors.iter().all(is_finding);
            let is_stuck = next.errors == now.errors;
            now = next;
            if is_stuck || hollow || is_broken {
                break;
            }
        }
        Ok(now)
    }

    /// The best fix of every cause, tried before or not, as far as they can be applied together.
    async fn best(&mut self, causes: &[Cause], now: &Observation) -> Vec<Trial> {
        let mut fresh = Ledger::default();
        std::mem::swap(&mut self.ledger, &mut fresh);
        self.proposals.clear();
        let chosen = self.choose(causes, now, Reach::Usual).await;
        let trials = self.enrol(causes, &chosen);
        self.proposals.clear();
        std::mem::swap(&mut self.ledger, &mut fresh);
        trials
    }

    /// Makes the fixes of all rounds part of the run's result.
    fn land(&mut self, leaps: Vec<Leap>, landed: Observation) -> Result<Observation, AgentError> {
        let result = match landed.passes() {
            true => "the command passes".to_owned(),
            false => "findings are gone, none new".to_owned(),
        };
        let steps = match leaps.len() {
            1 => "1 step".to_owned(),
            number => format!("{number} steps"),
        };
        let how = format!("run {}: {result}, with all fixes of {steps}", landed.run);
        let mut settled = Settled {
            kept: Vec::new(),
            observation: landed,
            step: None,
        };
        let first = leaps.first().map(|leap| leap.causes.clone()).unwrap_or_default();
        for leap in leaps {
            let prove = |trial: Trial| {
                let proof = Proof::of(&trial, &leap.causes, &settled.observation, &[], how.clone());
                (trial, proof)
            };
            let proved: Vec<(Trial, Proof)> = leap.trials.into_iter().map(prove).collect();
            self.kept
                .extend(Kept::of_step(self.report.iterations, &proved, &leap.causes));
            settled.kept.extend(proved);
            self.steps.push(leap.step);
        }
        self.account(&first, &settled);
        self.doubt = None;
        self.commit()?;
        Ok(settled.observation)
    }

    fn take_back(&mut self, leaps: Vec<Leap>) -> Result<(), AgentError> {
        let titles: Vec<String> = leaps
            .iter()
            .flat_map(|leap| &leap.trials)
            .map(|trial| trial.fix.title.clone())
            .collect();
        for leap in leaps.into_iter().rev() {
            self.run.rollback(leap.step)?;
        }
        if !titles.is_empty() {
            self.narrator.tell(EventKind::Rollback {
                fixes: titles,
                reason: "the command does not pass with all of them together".to_owned(),
            });
        }
        Ok(())
    }
}
