//! After a sudden death: bringing the interrupted run to its end (SPEC X3).

use std::fs;

use unbreak_core::RelPath;

use super::error::WorkspaceError;
use super::journal::{Journal, Record};
use super::restore::{Conflict, Hand};
use super::run::now_ms;
use super::run_dir::RunDir;
use super::snapshot::Camera;
use super::step::{State, Step, net, replay};
use super::tree::Tree;
use crate::runner::{Owner, kill_leftovers};

/// How an interrupted run was brought to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovered {
    /// The run.
    pub run: String,
    /// Its command.
    pub command: String,
    /// Files of steps that had not been verified and were taken back.
    pub taken_back: Vec<RelPath>,
    /// Files of steps that had been verified and stay.
    pub kept: Vec<RelPath>,
    /// Files that could not be put back.
    pub conflicts: Vec<Conflict>,
}

impl std::fmt::Display for Recovered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "run {} (`{}`) had been interrupted", self.run, self.command)?;
        list(f, "; not yet verified and taken back", &self.taken_back)?;
        list(f, "; verified and kept", &self.kept)?;
        self.conflicts
            .iter()
            .try_for_each(|conflict| write!(f, "; {conflict}"))
    }
}

fn list(f: &mut std::fmt::Formatter<'_>, what: &str, files: &[RelPath]) -> std::fmt::Result {
    for (index, file) in files.iter().enumerate() {
        let before = if index == 0 {
            format!("{what}: ")
        } else {
            ", ".to_owned()
        };
        write!(f, "{before}{file}")?;
    }
    Ok(())
}

/// Takes back the open steps of the run that did not come to its end, if there is one. The caller
/// holds the lock, so that run is not alive. May itself be interrupted, and is then repeated.
pub(super) fn recover(tree: &Tree) -> Result<Option<Recovered>, WorkspaceError> {
    let active = tree.state().active();
    let Ok(id) = fs::read_to_string(&active) else {
        return Ok(None);
    };
    let directory = RunDir::new(&tree.state().runs(), &id);
    let recovered = match id.is_empty() || !directory.journal().is_file() {
        // It died before it had begun.
        true => None,
        false => close(tree, &directory)?,
    };
    fs::remove_file(&active).map_err(WorkspaceError::state(&active))?;
    Ok(recovered)
}

fn close(tree: &Tree, directory: &RunDir) -> Result<Option<Recovered>, WorkspaceError> {
    let (mut journal, records) = Journal::resume(&directory.journal())?;
    let (Some(Record::Begin(header)), false) = (records.first(), is_ended(&records)) else {
        return Ok(None);
    };
    if let Ok(owner) = header.owner.parse::<Owner>() {
        kill_leftovers(&owner);
    }
    let mut steps = replay(&records);
    let conflicts = take_back(tree, directory, &mut journal, &mut steps)?;
    journal.append(&Record::End {
        ended_ms: now_ms(),
        outcome: "interrupted".to_owned(),
    })?;
    let files = |state: State| {
        let steps = steps.iter().filter(move |step| step.state == state);
        net(steps).into_iter().map(|change| change.file).collect()
    };
    Ok((!steps.is_empty()).then(|| Recovered {
        run: directory.id().to_owned(),
        command: header.command.clone(),
        taken_back: files(State::Open),
        kept: files(State::Committed),
        conflicts,
    }))
}

fn is_ended(records: &[Record]) -> bool {
    matches!(records.last(), Some(Record::End { .. }))
}

/// Takes the open steps back, the last one first; they stay marked as open, for the account.
fn take_back(
    tree: &Tree,
    directory: &RunDir,
    journal: &mut Journal,
    steps: &mut [Step],
) -> Result<Vec<Conflict>, WorkspaceError> {
    tree.refresh();
    let hand = Hand {
        root: tree.confined(),
        run: directory,
    };
    let mut conflicts = Vec::new();
    for step in steps.iter_mut().rev().filter(|step| step.state == State::Open) {
        if let Some(snapshot) = step.snapshot.take() {
            step.changes = Camera::new(tree.confined(), directory).changes_since(&snapshot)?;
            journal.append(&Record::Sealed {
                step: step.number,
                changes: step.changes.clone(),
            })?;
        }
        conflicts.extend(hand.take_back(&step.changes));
        journal.note(&Record::Rollback { step: step.number })?;
    }
    Ok(conflicts)
}
