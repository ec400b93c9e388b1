//! Checks whether the fixes are the reason why the command passes.
//!
//! A command may fail only sometimes, or only the first time. So a quick command runs twice before anything
//! is changed. At the end, if the runs alone do not show that the fixes made the difference, the fixes are
//! removed and put back: the failure has to return without them, and to disappear with them, until chance is
//! an unlikely explanation.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use unbreak_core::policy::verdict::Observation;
use unbreak_core::tool_facts::runs_tasks;
use unbreak_core::{Command, EventKind, ExitState, Fix, Outcome, RefusedFix, RelPath, Workspace as _};

use super::Rounds;
use super::oracle::are_alike;
use super::restore::{changed, restoring};
use super::result::Kept;
use crate::error::AgentError;
use crate::workspace::built::{self, Aside};

/// A command that is this quick runs twice before the first fix.
const QUICK: Duration = Duration::from_secs(2);

/// Runs that a budget must leave for fixes after the repetition.
const LEAST_LEFT: u32 = 4;

/// The highest accepted probability that a randomly failing command shows the same results.
const MOST_CHANCE: f64 = 0.01;

/// The result of running a failing command again before the first fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repetition {
    NotTried,
    Same,
    Differs,
}

/// The required amount of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    Nothing,
    /// The failure comes back once.
    Once,
    /// It comes and goes with the fixes until chance is ruled out.
    Surely,
}

/// The likelihood of these numbers of failures and passes, for the failure rate that fits them best.
fn chance(fails: u32, passes: u32) -> f64 {
    let (fails, passes) = (f64::from(fails), f64::from(passes));
    let rate = fails / (fails + passes);
    rate.powf(fails) * (1.0 - rate).powf(passes)
}

impl Rounds<'_, '_, '_> {
    /// Runs a quick command that failed once more. Breaks with the second run if that passes.
    pub(super) async fn repeat(
        &mut self,
        first: Observation,
    ) -> Result<ControlFlow<Observation, Observation>, AgentError> {
        let is_affordable = self.oracle.left().is_none_or(|left| left >= LEAST_LEFT);
        if first.passes() || self.oracle.command_time() > QUICK || !is_affordable || !self.may_verify() {
            return Ok(ControlFlow::Continue(first));
        }
        let setting = self.setting;
        // Done while the command runs: what is compiled and opened for this is there afterwards.
        let meanwhile = async {
            setting.causes(&first);
            if let Some(memory) = setting.memory {
                memory.prepare();
            }
        };
        let (second, ()) = tokio::join!(self.oracle.ask(&mut self.narrator), meanwhile);
        let second = second?;
        if second.exit == ExitState::Cancelled {
            return Ok(ControlFlow::Continue(first));
        }
        if second.passes() {
            return Ok(ControlFlow::Break(second));
        }
        self.failed_before = 2;
        self.repetition = match are_alike(&second, &first) {
            true => Repetition::Same,
            false => Repetition::Differs,
        };
        Ok(ControlFlow::Continue(second))
    }

    /// Rolls all fixes back if they are not the reason for the pass, and says how the run ends then.
    pub(super) async fn attribute(&mut self) -> Result<Option<(Outcome, Observation)>, AgentError> {
        let need = self.need();
        let (mut fails, mut passes) = (self.failed_before, 1);
        while !is_shown(need, fails - self.failed_before, chance(fails, passes)) {
            if !self.may_verify() {
                self.report.warnings.push(
                    "no run was left to see whether the failure comes back without the fixes".to_owned(),
                );
                return Ok(None);
            }
            let without = self.without_fixes().await?;
            if without.exit == ExitState::Cancelled {
                return Ok(None);
            }
            if without.passes() {
                let reason = "the command passes without it as well";
                return self
                    .discredit(reason, Outcome::PassesUnchanged, without)
                    .map(Some);
            }
            fails += 1;
            if need == Need::Surely {
                let with = self.oracle.ask(&mut self.narrator).await?;
                if !with.passes() && with.exit != ExitState::Cancelled {
                    let reason = "the command failed again with it";
                    return self.discredit(reason, Outcome::NoFix, without).map(Some);
                }
                passes += 1;
            }
        }
        Ok(None)
    }

    fn need(&self) -> Need {
        if self.kept.iter().any(|kept| !kept.fix.commands.is_empty()) {
            return Need::Nothing;
        }
        let is_untied = self.kept.iter().any(|kept| !kept.proof.is_tied)
            || !self.kept.iter().any(|kept| self.explains(kept));
        match self.repetition {
            _ if is_untied => Need::Surely,
            Repetition::Differs => Need::Surely,
            Repetition::NotTried if self.kept.iter().any(|kept| !kept.is_for_a_checker()) => Need::Once,
            Repetition::NotTried | Repetition::Same => Need::Nothing,
        }
    }

    /// Returns whether the target of a fix is known to be the reason why the command failed, rather than a message
    /// besides: a test that failed, an exception or the finding of a checker that ended the output, or the finding of a
    /// checker that is the command.
    fn explains(&self, kept: &Kept) -> bool {
        let target = kept.target();
        if target.test.is_some() {
            return true;
        }
        let first_line = target.message.lines().next().unwrap_or_default();
        let last = self.first.tail.lines().rev().find(|line| !line.trim().is_empty());
        let ends_the_output = !first_line.is_empty() && last.is_some_and(|last| last.contains(first_line));
        ends_the_output
            || match kept.is_for_a_checker() {
                true => !runs_others(self.oracle.command),
                false => target.frames.is_empty(),
            }
    }

    /// The change that removes every kept fix from the tree, and the files in which they stay, because later
    /// edits by others cannot be separated from them.
    fn reversal(&self) -> (Fix, Vec<RelPath>) {
        let tree = self.setting.tree;
        let mut ends: BTreeMap<&RelPath, (Option<&str>, Option<&str>)> = BTreeMap::new();
        for change in self.kept.iter().flat_map(|kept| &kept.changes) {
            let (before, after) = (change.before.as_deref(), change.after.as_deref());
            ends.entry(&change.file).or_insert((before, after)).1 = after;
        }
        let (mut texts, mut mixed) = (BTreeMap::new(), Vec::new());
        for (file, (before, after)) in ends {
            match changed(tree.read_text(file).ok().as_deref(), after, before) {
                Some(text) => drop(texts.insert(file.clone(), text)),
                None => mixed.push(file.clone()),
            }
        }
        let read = |file: &RelPath| tree.read_text(file).ok();
        (restoring("the tree without the fixes", &texts, read), mixed)
    }

    /// The result of the command without any of the fixes. Afterwards they are in the tree again.
    async fn without_fixes(&mut self) -> Result<Observation, AgentError> {
        self.ask_with(&self.reversal().0).await
    }

    /// The result of the command with a change that is rolled back afterwards. What was built before is not used for it,
    /// where a build may not notice the change.
    pub(super) async fn ask_with(&mut self, change: &Fix) -> Result<Observation, AgentError> {
        let step = self.run.apply(&[change])?;
        let aside = built::may_be_missed(change.touched()).then(|| {
            let directory = self.setting.scratch.join("built");
            Aside::take(self.setting.tree.root(), self.began, &directory)
        });
        let seen = self.oracle.ask(&mut self.narrator).await;
        let rolled_back = self.run.rollback(step);
        if let Some(aside) = aside {
            aside.put_back();
        }
        rolled_back?;
        seen
    }

    /// Rolls every fix back for one reason.
    pub(super) fn discredit(
        &mut self,
        reason: &str,
        outcome: Outcome,
        last: Observation,
    ) -> Result<(Outcome, Observation), AgentError> {
        let (reversal, mixed) = self.reversal();
        let step = self.run.apply(&[&reversal])?;
        let stays = mixed.iter().map(|file| {
            format!("{file} was changed during the run: what the fixes wrote there is still in it")
        });
        self.report.warnings.extend(stays);
        self.steps.push(step);
        self.commit()?;
        let fixes = self.kept.iter().map(|kept| kept.fix.title.clone()).collect();
        for kept in self.kept.drain(..) {
            self.ledger.fail(&kept.key, &kept.fix, reason);
            self.report.refused.push(RefusedFix {
                strategy: kept.fix.strategy,
                title: kept.fix.title,
                rule: "attribution".to_owned(),
                reason: reason.to_owned(),
            });
        }
        self.narrator.tell(EventKind::Rollback {
            fixes,
            reason: reason.to_owned(),
        });
        Ok((outcome, last))
    }
}

/// Returns whether a command only runs others, and may not pass on their exit codes.
fn runs_others(command: &Command) -> bool {
    let name = command.program.rsplit('/').next().unwrap_or_default();
    let is_script = command.program.starts_with('.') || name.contains('.');
    is_script || name.ends_with("sh") || runs_tasks(name)
}

fn is_shown(need: Need, came_back: u32, chance: f64) -> bool {
    match need {
        Need::Nothing => true,
        Need::Once => came_back > 0,
        Need::Surely => chance < MOST_CHANCE,
    }
}
