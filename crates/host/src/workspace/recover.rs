//! After a sudden death: bringing the interrupted run to its end.

use std::fs;

use unbreak_core::RelPath;

use super::error::WorkspaceError;
use super::journal::{Header, Journal, Record};
use super::restore::Conflict;
use super::run_dir::RunDir;
use super::step::{State, Step, net};
use super::transaction::Transaction;
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
    // Otherwise it died before it had begun.
    if !id.is_empty() && directory.journal().is_file() {
        let (journal, records) = Journal::resume(&directory.journal())?;
        if let Some(header) = unfinished(&records) {
            return close(Transaction::resume(tree, directory, journal, &records), header);
        }
    }
    fs::remove_file(&active).map_err(WorkspaceError::state(&active))?;
    Ok(None)
}

fn unfinished(records: &[Record]) -> Option<&Header> {
    match (records.first()?, records.last()?) {
        (_, Record::End { .. }) => None,
        (Record::Begin(header), _) => Some(header),
        _ => None,
    }
}

/// Ends a dead run, what it has left running included, and gives the account if there is any.
fn close(mut dead: Transaction, header: &Header) -> Result<Option<Recovered>, WorkspaceError> {
    if let Ok(owner) = header.owner.parse::<Owner>() {
        kill_leftovers(&owner);
    }
    let open = |step: &Step| step.state == State::Open;
    let (open, settled): (Vec<Step>, Vec<Step>) = dead.steps().iter().cloned().partition(open);
    dead.end("interrupted")?;
    if open.is_empty() && settled.is_empty() {
        return Ok(None);
    }
    let committed = settled.iter().filter(|step| step.state == State::Committed);
    Ok(Some(Recovered {
        run: dead.id().to_owned(),
        command: header.command.clone(),
        taken_back: files(&open),
        kept: files(committed),
        conflicts: dead.conflicts().to_vec(),
    }))
}

fn files<'a>(steps: impl IntoIterator<Item = &'a Step>) -> Vec<RelPath> {
    net(steps).into_iter().map(|change| change.file).collect()
}
