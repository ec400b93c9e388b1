//! Undoes a whole run afterwards.

use std::path::PathBuf;

use unbreak_core::{RelPath, Workspace as _};

use super::diff::unified;
use super::error::WorkspaceError;
use super::history::Account;
use super::plan::Planned;
use super::recover::Recovered;
use super::restore::{Hand, Standing, standing};
use super::run::{Run, RunInfo};
use super::step::net;
use super::tree::Tree;

/// The result of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undone {
    /// The run that was undone.
    pub run: String,
    /// Its command.
    pub command: String,
    /// Where it was made: the directory, or one above it.
    pub root: PathBuf,
    /// The restored files, relative to that directory.
    pub files: Vec<RelPath>,
    /// An interrupted run that was completed first.
    pub recovered: Option<Recovered>,
}

impl Tree {
    /// Undoes a run: the one with that id, or the latest one that changed anything and is not undone. An undo
    /// is a run too, and can be undone by its id.
    ///
    /// If the latest run had been interrupted and leaves no changes, completing it is enough.
    ///
    /// # Errors
    /// [`WorkspaceError::ChangedSince`], naming the files, if they were changed since; with `force` they are
    /// restored anyway. Also if there is no such run, or another one holds the tree.
    pub fn undo(&self, run: Option<&str>, force: bool) -> Result<Undone, WorkspaceError> {
        let info = RunInfo {
            command: format!("unbreak undo {}", run.unwrap_or_default())
                .trim_end()
                .to_owned(),
            wait: None,
        };
        let (lock, recovered) = self.take(&info)?;
        if let (None, Some(closed)) = (run, recovered.as_ref().filter(|closed| closed.kept.is_empty())) {
            return Ok(Undone {
                run: closed.run.clone(),
                root: self.root().to_owned(),
                command: closed.command.clone(),
                files: closed.taken_back.clone(),
                recovered,
            });
        }
        let account = target(self.accounts()?, run)?;
        let planned = self.reversal(&account, force)?;
        let id = account.past.id.clone();
        let mut undo = Run::begin(self, &info, Some(id.clone()), lock, recovered.clone())?;
        let applied = undo.make(&planned, None)?;
        let files = applied.files.clone();
        undo.commit(applied)?;
        undo.finish(&format!("undid {id}"))?;
        Ok(Undone {
            run: id,
            root: self.root().to_owned(),
            command: account.past.command,
            files,
            recovered,
        })
    }

    /// The changes of a run that are still in the tree: a unified diff from before the run to the present
    /// tree. A file that was changed since is shown with its later changes; one that was restored is not
    /// shown.
    ///
    /// # Errors
    /// If there is no such run, or its contents cannot be read.
    pub fn diff_of_run(&self, run: &str) -> Result<String, WorkspaceError> {
        let account = self
            .accounts()?
            .into_iter()
            .find(|account| account.past.id == run);
        let account = account.ok_or_else(|| WorkspaceError::NoSuchRun(run.to_owned()))?;
        let planned = self.reversal(&account, true)?;
        Ok(planned
            .iter()
            .map(|back| unified(&back.file, back.after.as_ref(), back.before.as_ref()))
            .collect())
    }

    /// The changes that restore every file of a run.
    fn reversal(&self, account: &Account, force: bool) -> Result<Vec<Planned>, WorkspaceError> {
        let hand = Hand {
            root: self.confined(),
            run: &account.directory,
        };
        let (mut planned, mut changed) = (Vec::new(), Vec::new());
        for change in net(&account.steps) {
            let current = hand.current(&change.file)?;
            match standing(current.as_ref(), &change) {
                Standing::Before => continue,
                Standing::After => {}
                Standing::Other => changed.push(change.file.clone()),
            }
            let after = hand.former(&change, current.as_ref())?;
            let directories = match after {
                Some(_) => hand.missing_directories(&change.file)?,
                None => change.directories,
            };
            planned.push(Planned {
                file: change.file,
                before: current,
                after,
                directories,
            });
        }
        if changed.is_empty() || force {
            Ok(planned)
        } else {
            Err(WorkspaceError::ChangedSince(changed))
        }
    }
}

fn target(accounts: Vec<Account>, run: Option<&str>) -> Result<Account, WorkspaceError> {
    let has_left = |account: &Account| !account.past.files.is_empty() && !account.past.undone;
    let Some(id) = run else {
        return accounts
            .into_iter()
            .find(|account| has_left(account) && account.past.undoes.is_none())
            .ok_or(WorkspaceError::NothingToUndo);
    };
    let account = accounts.into_iter().find(|account| account.past.id == id);
    let account = account.ok_or_else(|| WorkspaceError::NoSuchRun(id.to_owned()))?;
    if has_left(&account) {
        Ok(account)
    } else {
        Err(WorkspaceError::NothingToUndo)
    }
}
