//! One run in one tree.

use std::time::Duration;

use unbreak_core::{Fix, RelPath, Workspace as _};

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

/// What a run is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunInfo {
    /// The command that shall pass, as one would type it.
    pub command: String,
    /// How long to wait for another run in the same tree; `None` is not at all.
    pub wait: Option<Duration>,
}

/// A run that may change the tree. There is one at a time.
///
/// Dropped without [`finish`](Self::finish), it takes back what was not committed. So does the next
/// start after a sudden death.
#[derive(Debug)]
pub struct Run {
    tree: Tree,
    transaction: Transaction,
    recovered: Option<Recovered>,
    ended: bool,
    /// Let go of last, when nothing is written any more.
    _lock: Lock,
}

/// A step that is in the tree and waits for its verification.
///
/// It is handed back to [`Run::commit`] or [`Run::rollback`], so that no step is forgotten.
#[must_use = "a step is either committed or rolled back"]
#[derive(Debug, PartialEq, Eq)]
pub struct Applied {
    step: u32,
    /// The files it changed, by their real paths.
    pub files: Vec<RelPath>,
    /// What it changed, as a unified diff.
    pub diff: String,
}

impl Tree {
    /// Begins a run: takes the tree for itself, and first brings an interrupted run to its end.
    ///
    /// # Errors
    /// [`WorkspaceError::Busy`] when another run holds the tree, a part of it, or a directory above
    /// it; and when the state directory cannot be used.
    pub fn begin(&self, info: &RunInfo) -> Result<Run, WorkspaceError> {
        let (lock, recovered) = self.take(info)?;
        Run::begin(self, info, None, lock, recovered)
    }

    /// Brings an interrupted run to its end, if there is one: takes back what was not committed.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
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

    /// Names the run in the history.
    pub fn id(&self) -> &str {
        self.transaction.id()
    }

    /// What was found to be unfinished when this run began, and was brought to its end.
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    /// Files that a rollback could not put back.
    pub fn conflicts(&self) -> &[Conflict] {
        self.transaction.conflicts()
    }

    /// Applies fixes together, as one step. Everything is checked first, then written down, then
    /// done, each file in one stroke. New lines end as the lines of their file do.
    ///
    /// The fixes' commands are not run here. When there are any, the whole tree is recorded first,
    /// so that what they will have done can be taken back too; see [`seal`](Self::seal).
    ///
    /// # Errors
    /// When a fix does not fit the files or reaches for what it must not touch
    /// ([`WorkspaceError::is_about_the_fix`]), or the disk refuses. Nothing of the step is in the
    /// tree then.
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
        Ok(Applied {
            step: self.transaction.make(planned, snapshot)?,
            files: planned.iter().map(|change| change.file.clone()).collect(),
            diff: diff(planned),
        })
    }

    /// Notes what the commands of a step have changed, once they have run. Without this, whatever
    /// has changed by the time the step is committed or rolled back counts as theirs.
    ///
    /// # Errors
    /// When the tree cannot be read or the state not be written.
    pub fn seal(&mut self, applied: &Applied) -> Result<(), WorkspaceError> {
        self.transaction.seal(applied.step)
    }

    /// Keeps a step: it was verified.
    ///
    /// # Errors
    /// When the journal cannot be written; the step counts as not verified then.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a step is handed back, so that it cannot be settled twice"
    )]
    pub fn commit(&mut self, applied: Applied) -> Result<(), WorkspaceError> {
        self.transaction.commit(applied.step)
    }

    /// Takes a step back: every file it touched is again what it was, byte for byte. What somebody
    /// else has changed in one of them meanwhile stays; where that is not possible the file is left
    /// as it is and listed by [`conflicts`](Self::conflicts).
    ///
    /// # Errors
    /// [`WorkspaceError::NotRestored`] when a file cannot be written: the step stays open in the journal,
    /// and whatever starts next in this tree tries again. When the journal cannot be written.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a step is handed back, so that it cannot be settled twice"
    )]
    pub fn rollback(&mut self, applied: Applied) -> Result<(), WorkspaceError> {
        self.transaction.take_back(applied.step)
    }

    /// Takes back every step that is not committed, the last one first.
    ///
    /// # Errors
    /// As [`rollback`](Self::rollback).
    pub(crate) fn take_back_open(&mut self) -> Result<(), WorkspaceError> {
        self.transaction.take_back_open()
    }

    /// Everything that this run has changed in the tree, and that is in it now, as a unified diff.
    pub fn diff(&self) -> String {
        self.transaction.diff()
    }

    /// Ends the run: takes back what was not committed, the last step first, and lets go of the
    /// tree. `outcome` is for the history.
    ///
    /// # Errors
    /// When the journal cannot be written. The next start brings the run to its end then.
    pub fn finish(mut self, outcome: &str) -> Result<(), WorkspaceError> {
        self.ended = true;
        self.transaction.end(outcome)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if !self.ended {
            // What cannot be done now is done at the next start.
            let _ = self.transaction.end("interrupted");
        }
    }
}
