//! One run in one tree.

use std::time::{Duration, SystemTime};

use unbreak_core::{Fix, RelPath, Workspace as _};

use super::built;
use super::error::WorkspaceError;
use super::journal::{Header, VERSION};
use super::lock::{Holder, Lock};
use super::plan::{Planned, diff, plan};
use super::recover::{Recovered, recover};
use super::restore::Conflict;
use super::time::now_ms;
use super::transaction::Transaction;
use super::tree::Tree;
use crate::runner::Owner;

/// The purpose of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunInfo {
    /// The command to fix, as one would type it.
    pub command: String,
    /// How long to wait for another run in the same tree; `None` does not wait.
    pub wait: Option<Duration>,
}

/// A run that may change the tree. There is one at a time.
///
/// If it is dropped without [`finish`](Self::finish), it rolls back everything that was not committed. So
/// does the next start after a sudden death.
#[derive(Debug)]
pub struct Run {
    tree: Tree,
    transaction: Transaction,
    recovered: Option<Recovered>,
    ended: bool,
    /// Released last, when nothing is written any more.
    _lock: Lock,
}

/// A step that is in the tree and waits for its verification.
///
/// It is passed to [`Run::commit`] or [`Run::rollback`], so that no step is forgotten.
#[must_use = "a step is either committed or rolled back"]
#[derive(Debug, PartialEq, Eq)]
pub struct Applied {
    step: u32,
    /// The files it changed, by their real paths.
    pub files: Vec<RelPath>,
    /// Its changes, as a unified diff.
    pub diff: String,
    /// When it was made.
    at: SystemTime,
}

impl Tree {
    /// Begins a run: locks the tree, and first completes an interrupted run.
    ///
    /// # Errors
    /// [`WorkspaceError::Busy`] if another run holds the tree, a part of it, or a directory above it; and if
    /// the state directory cannot be used.
    pub fn begin(&self, info: &RunInfo) -> Result<Run, WorkspaceError> {
        let (lock, recovered) = self.take(info)?;
        Run::begin(self, info, None, lock, recovered)
    }

    /// Completes an interrupted run, if there is one: rolls back everything that was not committed.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn recover(&self) -> Result<Option<Recovered>, WorkspaceError> {
        let info = RunInfo {
            command: "unbreak recover".to_owned(),
            wait: None,
        };
        self.take(&info).map(|(_lock, recovered)| recovered)
    }

    /// Takes the lock, and recovers.
    pub(super) fn take(&self, info: &RunInfo) -> Result<(Lock, Option<Recovered>), WorkspaceError> {
        self.state().create(self.root())?;
        let holder = Holder {
            pid: std::process::id(),
            command: info.command.clone(),
            started_ms: now_ms(),
            root: self.root().display().to_string(),
        };
        let lock = Lock::take(self.state(), self.root(), &holder, info.wait)?;
        let recovered = recover(self)?;
        Ok((lock, recovered))
    }
}

impl Run {
    pub(super) fn begin(
        tree: &Tree,
        info: &RunInfo,
        undoes: Option<String>,
        lock: Lock,
        recovered: Option<Recovered>,
    ) -> Result<Self, WorkspaceError> {
        let header = Header {
            version: VERSION,
            command: info.command.clone(),
            started_ms: now_ms(),
            owner: Owner::current().to_string(),
            undoes,
        };
        Ok(Self {
            tree: tree.clone(),
            transaction: Transaction::begin(tree, header)?,
            recovered,
            ended: false,
            _lock: lock,
        })
    }

    /// The id of the run in the history.
    pub fn id(&self) -> &str {
        self.transaction.id()
    }

    /// The unfinished run that was completed when this run began.
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    /// Files that a rollback could not restore.
    pub fn conflicts(&self) -> &[Conflict] {
        self.transaction.conflicts()
    }

    /// Applies fixes together, as one step. Everything is checked first, then recorded, then done, each file
    /// in one step. New lines get the line endings of their file.
    ///
    /// The fixes' commands are not run here. If there are any, the whole tree is recorded first, so that
    /// their changes can be rolled back too; see [`seal`](Self::seal).
    ///
    /// # Errors
    /// If a fix does not match the files or touches something forbidden
    /// ([`WorkspaceError::is_about_the_fix`]), or a write fails. Nothing of the step is in the tree then.
    pub fn apply(&mut self, fixes: &[&Fix]) -> Result<Applied, WorkspaceError> {
        let planned = plan(self.tree.confined(), fixes)?;
        let has_commands = fixes.iter().any(|fix| !fix.commands.is_empty());
        let snapshot = has_commands
            .then(|| self.transaction.take_snapshot())
            .transpose()?;
        self.make(&planned, snapshot)
    }

    pub(super) fn make(
        &mut self,
        planned: &[Planned],
        snapshot: Option<String>,
    ) -> Result<Applied, WorkspaceError> {
        let at = SystemTime::now();
        Ok(Applied {
            at,
            step: self.transaction.make(planned, snapshot)?,
            files: planned.iter().map(|change| change.file.clone()).collect(),
            diff: diff(planned),
        })
    }

    /// Records the changes of a step's commands, once they have run. Without this, all changes until the step
    /// is committed or rolled back count as theirs.
    ///
    /// # Errors
    /// If the tree cannot be read or the state not be written.
    pub fn seal(&mut self, applied: &Applied) -> Result<(), WorkspaceError> {
        self.transaction.seal(applied.step)
    }

    /// Keeps a step: it was verified.
    ///
    /// # Errors
    /// If the journal cannot be written; the step counts as not verified then.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the step is consumed, so that it cannot be settled twice"
    )]
    pub fn commit(&mut self, applied: Applied) -> Result<(), WorkspaceError> {
        self.transaction.commit(applied.step)
    }

    /// Rolls a step back: every file it touched is again as it was, byte for byte. Objects and programs that were built
    /// from a changed header are removed: no build would notice that they are out of date. Changes by others in one
    /// of them stay; if that is not possible, the file is left as it is and listed by
    /// [`conflicts`](Self::conflicts).
    ///
    /// # Errors
    /// [`WorkspaceError::NotRestored`] if a file cannot be written: the step stays open in the journal, and
    /// the next start in this tree tries again. Also if the journal cannot be written.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the step is consumed, so that it cannot be settled twice"
    )]
    pub fn rollback(&mut self, applied: Applied) -> Result<(), WorkspaceError> {
        self.transaction.take_back(applied.step)?;
        if built::may_be_missed(&applied.files) {
            built::remove_since(self.tree.root(), applied.at);
        }
        Ok(())
    }

    /// Rolls back every step that is not committed, the last one first.
    ///
    /// # Errors
    /// As for [`rollback`](Self::rollback).
    pub(crate) fn take_back_open(&mut self) -> Result<(), WorkspaceError> {
        self.transaction.take_back_open()
    }

    /// All present changes of this run in the tree, as a unified diff.
    pub fn diff(&self) -> String {
        self.transaction.diff()
    }

    /// Ends the run: rolls back everything that was not committed, the last step first, and releases the
    /// tree. `outcome` is for the history.
    ///
    /// # Errors
    /// If the journal cannot be written. The next start then completes the run.
    pub fn finish(mut self, outcome: &str) -> Result<(), WorkspaceError> {
        self.ended = true;
        self.transaction.end(outcome)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if !self.ended {
            // If it cannot be done now, it is done at the next start.
            let _ = self.transaction.end("interrupted");
        }
    }
}
