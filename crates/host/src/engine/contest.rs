//! Checks whether the tests tell a fix from its rivals: the other changes that were proposed for the same failure.
//!
//! Tests that could not run before now pass and run the line that the fix wrote. That says little if they do not depend
//! on what the line does. So the rivals take its place one after the other: if the tests run and fail with each of
//! them, they depend on it.

use std::collections::BTreeMap;

use unbreak_core::fix::apply_edits;
use unbreak_core::policy::safety;
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{DeterminedBy, Diagnostic, EventKind, ExitState, Fix, RelPath, TestedBy, Workspace as _};

use super::Rounds;
use super::proof;
use super::restore::{changed, restoring};
use super::result::Kept;
use super::settle::Trial;
use crate::commit::Change;
use crate::error::AgentError;

/// The most rivals that are tried for one fix.
pub(super) const MOST_RIVALS: usize = 3;

/// Another fix for the same cause.
#[derive(Debug, Clone)]
pub(super) struct Rival {
    title: String,
    /// Its changes to the files before the batch of the fix that was kept.
    changes: Vec<Change>,
}

impl Rival {
    pub(super) fn of(rival: &Fix, trial: &Trial) -> Self {
        let change = |(file, before): (&RelPath, &Option<String>)| {
            let edits = rival.edits.iter().filter(|edit| &edit.file == file);
            Change {
                file: file.clone(),
                before: before.clone(),
                after: before.as_deref().and_then(|text| apply_edits(text, edits).ok()),
            }
        };
        Self {
            title: rival.title.clone(),
            changes: trial.base.iter().map(change).collect(),
        }
    }
}

/// The outcome of one rival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contest {
    /// A test fails with it.
    Lost,
    /// The command passes with it as well, or it could not be tried to the end.
    Open,
    /// It does not get as far as the tests, or cannot be applied.
    Void,
}

/// The rivals of a fix that a search chose among changes that fit, the likeliest first.
pub(super) fn rivals<'f>(
    fix: &'f Fix,
    proposed: impl IntoIterator<Item = &'f Fix>,
) -> impl Iterator<Item = &'f Fix> {
    let is_rival = move |other: &&Fix| {
        let same_files = fix.touched().all(|file| other.touched().any(|own| own == file));
        is_chosen(fix) && is_chosen(other) && same_files && other.edits != fix.edits
    };
    proposed.into_iter().filter(is_rival)
}

/// Returns whether a fix only edits, and was chosen among changes that fit.
fn is_chosen(fix: &Fix) -> bool {
    use DeterminedBy::{Fitting, Search};
    let is_edit = !fix.edits.is_empty() && fix.files.is_empty() && fix.commands.is_empty();
    is_edit && matches!(fix.evidence.determined_by, Fitting | Search)
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
            let mut lost = 0;
            let mut is_open = false;
            for rival in kept.rivals.clone() {
                match self.with_rival(index, &rival).await? {
                    Contest::Lost => lost += 1,
                    Contest::Void => {}
                    Contest::Open => {
                        is_open = true;
                        break;
                    }
                }
            }
            if lost > 0 && !is_open {
                let proof = &mut self.kept[index].proof;
                proof.tested_by = TestedBy::Test;
                proof.lost_rivals = lost;
            }
        }
        Ok(())
    }

    /// The result of the command with a rival in the place of a fix. Afterwards the fix is in the tree again.
    async fn with_rival(&mut self, index: usize, rival: &Rival) -> Result<Contest, AgentError> {
        if !self.may_verify() {
            return Ok(Contest::Open);
        }
        let Some(exchange) = self.exchange(index, rival) else {
            return Ok(Contest::Void);
        };
        let seen = self.ask_with(&exchange).await?;
        if seen.exit == ExitState::Cancelled {
            return Ok(Contest::Open);
        }
        let contest = contest(&seen);
        let result = match contest {
            Contest::Lost => "a test fails with it",
            Contest::Open => "the command passes with it as well",
            Contest::Void => "it fails before the tests",
        };
        let reason = format!("another way to make this repair: {result}");
        self.narrator.tell(EventKind::Rollback {
            fixes: vec![rival.title.clone()],
            reason,
        });
        Ok(contest)
    }

    /// The change that puts a rival in the place of a fix; `None` if later changes cannot be separated from the two.
    fn exchange(&self, index: usize, rival: &Rival) -> Option<Fix> {
        let tree = self.setting.tree;
        let read = |file: &RelPath| tree.read_text(file).ok();
        let mut texts = BTreeMap::new();
        for change in &self.kept[index].changes {
            let own = rival.changes.iter().find(|own| own.file == change.file)?;
            let now = read(&change.file);
            let without = changed(now.as_deref(), change.after.as_deref(), change.before.as_deref())?;
            let with = changed(without.as_deref(), own.before.as_deref(), own.after.as_deref())?;
            texts.insert(change.file.clone(), Some(with?));
        }
        Some(restoring(&rival.title, &texts, read))
    }
}

fn contest(seen: &Observation) -> Contest {
    let is_failed_test = |error: &Diagnostic| error.test.is_some() && proof::ran(error);
    match seen.passes() {
        true => Contest::Open,
        false if seen.errors.iter().any(is_failed_test) => Contest::Lost,
        false => Contest::Void,
    }
}
