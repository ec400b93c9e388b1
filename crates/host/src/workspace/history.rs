//! The runs made in a workspace.

use std::collections::BTreeSet;

use unbreak_core::{RelPath, Workspace as _};

use super::error::WorkspaceError;
use super::journal::{self, Record};
use super::run_dir::{RunDir, ids};
use super::step::{State, Step, net, replay};
use super::tree::Tree;

/// A past run, or the present one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PastRun {
    /// Its id.
    pub id: String,
    /// The command, as one would type it.
    pub command: String,
    /// Milliseconds since 1970-01-01 UTC.
    pub started_ms: u64,
    /// Likewise; `None` while it is running, or if it was interrupted and not recovered since.
    pub ended_ms: Option<u64>,
    /// How it ended, in words.
    pub outcome: Option<String>,
    /// The files that it changed and that are still changed.
    pub files: Vec<RelPath>,
    /// The run that this one undid.
    pub undoes: Option<String>,
    /// Whether another run has undone it.
    pub undone: bool,
}

/// A run with its steps.
pub(super) struct Account {
    pub(super) directory: RunDir,
    pub(super) past: PastRun,
    pub(super) steps: Vec<Step>,
}

impl Tree {
    /// This tree, or the nearest around it in which a run was made (the run with that id, if one is given).
    /// This tree if there is none.
    ///
    /// # Errors
    /// If a directory above cannot be entered.
    pub fn nearest_with_runs(&self, run: Option<&str>) -> Result<Self, WorkspaceError> {
        for directory in self.root().ancestors() {
            let tree = Self::open_with_state(directory, self.state_directory())?;
            let ids = ids(&tree.state().runs())?;
            if run.map_or(!ids.is_empty(), |run| ids.contains(run)) {
                return Ok(tree);
            }
        }
        Ok(self.clone())
    }

    /// The runs made in this tree that are still remembered, the latest first.
    ///
    /// # Errors
    /// If the state directory or a journal cannot be read.
    pub fn history(&self) -> Result<Vec<PastRun>, WorkspaceError> {
        Ok(self.accounts()?.into_iter().map(|account| account.past).collect())
    }

    pub(super) fn accounts(&self) -> Result<Vec<Account>, WorkspaceError> {
        let runs = self.state().runs();
        let mut accounts = Vec::new();
        for id in ids(&runs)?.into_iter().rev() {
            accounts.extend(account(RunDir::new(&runs, &id))?);
        }
        mark_undone(&mut accounts);
        Ok(accounts)
    }
}

/// `None` if the run died before it wrote its first line.
fn account(directory: RunDir) -> Result<Option<Account>, WorkspaceError> {
    let records = journal::read(&directory)?;
    let Some(Record::Begin(header)) = records.first() else {
        return Ok(None);
    };
    let (ended_ms, outcome) = match records.last() {
        Some(Record::End { ended_ms, outcome }) => (Some(*ended_ms), Some(outcome.clone())),
        _ => (None, None),
    };
    let mut steps = replay(&records);
    steps.retain(|step| step.state == State::Committed);
    let past = PastRun {
        id: directory.id().to_owned(),
        command: header.command.clone(),
        started_ms: header.started_ms,
        ended_ms,
        outcome,
        files: net(&steps).into_iter().map(|change| change.file).collect(),
        undoes: header.undoes.clone(),
        undone: false,
    };
    Ok(Some(Account {
        directory,
        past,
        steps,
    }))
}

/// A run is undone if a later one undid it and is not undone itself.
fn mark_undone(latest_first: &mut [Account]) {
    let mut undone: BTreeSet<String> = BTreeSet::new();
    for account in latest_first {
        let past = &mut account.past;
        past.undone = undone.contains(&past.id);
        if !past.undone && !past.files.is_empty() {
            undone.extend(past.undoes.clone());
        }
    }
}
