//! Checks whether the tests tell a fix from its rivals: the other changes that were proposed for the same failure.
//!
//! Tests that could not run before now pass and run the line that the fix wrote. That says little if they do not depend
//! on what the line does. So the rivals take its place one after the other: if the tests run and fail with each of
//! them, they depend on it.

use unbreak_core::policy::safety;
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{DeterminedBy, ExitState, Fix, TestedBy, Workspace as _};

use super::Rounds;
use super::proof;
use super::restore::difference;
use super::result::Kept;
use crate::commit::Change;
use crate::error::AgentError;
use crate::workspace::merge_texts;

/// The most rivals that are tried for one fix.
const MOST_RIVALS: usize = 3;

/// The outcome of one rival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contest {
    /// The tests fail with it.
    Lost,
    /// The command passes with it as well, or was interrupted.
    Open,
    /// It does not get as far as the tests, or cannot be applied.
    Void,
}

/// The likeliest rivals of a fix that a search or the types chose among others.
pub(super) fn rivals<'f>(fix: &Fix, proposed: impl IntoIterator<Item = &'f Fix>) -> Vec<Fix> {
    if !is_chosen(fix) {
        return Vec::new();
    }
    let is_rival = |other: &&Fix| {
        let same_files = fix.touched().all(|file| other.touched().any(|own| own == file));
        is_chosen(other) && same_files && other.edits != fix.edits
    };
    let rivals = proposed.into_iter().filter(is_rival);
    rivals.take(MOST_RIVALS).cloned().collect()
}

/// Returns whether a fix only edits, and was chosen among changes that fit.
fn is_chosen(fix: &Fix) -> bool {
    let is_edit = !fix.edits.is_empty() && fix.files.is_empty() && fix.commands.is_empty();
    is_edit
        && matches!(
            fix.evidence.determined_by,
            DeterminedBy::Fitting | DeterminedBy::Search
        )
}

impl Kept {
    /// Returns whether more may be shown about the fix by tests that fail with its rivals.
    pub(super) fn may_be_contested(&self) -> bool {
        !self.rivals.is_empty() && safety::of(&self.fix, TestedBy::Test) < self.standing()
    }
}

impl Rounds<'_, '_, '_> {
    /// Tries the rivals of each fix that needs a test to depend on it.
    pub(super) async fn contest(&mut self) -> Result<(), AgentError> {
        for index in 0..self.kept.len() {
            let kept = &self.kept[index];
            if kept.proof.tested_by != TestedBy::Covered || !kept.may_be_contested() {
                continue;
            }
            let mut contests = Vec::new();
            for rival in kept.rivals.clone() {
                contests.push(self.with_rival(index, &rival).await?);
                if contests.contains(&Contest::Open) {
                    break;
                }
            }
            if contests.contains(&Contest::Lost) && !contests.contains(&Contest::Open) {
                self.kept[index].proof.tested_by = TestedBy::Test;
            }
        }
        Ok(())
    }

    /// The result of the command with a rival in the place of a fix. Afterwards the fix is in the tree again.
    async fn with_rival(&mut self, index: usize, rival: &[Change]) -> Result<Contest, AgentError> {
        if !self.may_verify() {
            return Ok(Contest::Open);
        }
        let Some(exchange) = self.exchange(index, rival) else {
            return Ok(Contest::Void);
        };
        let step = self.run.apply(&[&exchange])?;
        let seen = self.oracle.ask(&mut self.narrator).await;
        self.run.rollback(step)?;
        Ok(contest(&seen?))
    }

    /// The edits that put a rival in the place of a fix; `None` if later changes cannot be separated from the two.
    fn exchange(&self, index: usize, rival: &[Change]) -> Option<Fix> {
        let mut exchange = Fix::new(
            super::restore::ENGINE,
            "another change",
            self.kept[index].fix.confidence,
        );
        for change in &self.kept[index].changes {
            let now = self.setting.tree.read_text(&change.file).ok()?;
            let without = merge_texts(change.after.as_deref()?, &now, change.before.as_deref()?)?;
            let own = rival.iter().find(|own| own.file == change.file)?;
            let with = merge_texts(own.before.as_deref()?, &without, own.after.as_deref()?)?;
            exchange.edits.push(difference(&change.file, &now, &with));
        }
        Some(exchange)
    }
}

fn contest(seen: &Observation) -> Contest {
    match seen.exit {
        ExitState::Cancelled => Contest::Open,
        _ if seen.passes() => Contest::Open,
        _ if seen.errors.iter().all(proof::ran) => Contest::Lost,
        _ => Contest::Void,
    }
}
