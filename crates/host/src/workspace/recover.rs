//! Recovery after a sudden death: completes the interrupted run.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use unbreak_core::{RelPath, Workspace as _};

use super::error::WorkspaceError;
use super::journal::{self, Header, Journal, Record};
use super::restore::Conflict;
use super::run_dir::{RunDir, ids};
use super::step::{State, Step, net};
use super::transaction::Transaction;
use super::tree::Tree;
use crate::commit::clear_up;
use crate::runner::{Owner, kill_leftovers};

/// The result of completing an interrupted run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovered {
    /// The run.
    pub run: String,
    /// Its command.
    pub command: String,
    /// Files of unverified steps, which were rolled back.
    pub taken_back: Vec<RelPath>,
    /// Files of verified steps, which stay.
    pub kept: Vec<RelPath>,
    /// Files that could not be put back.
    pub conflicts: Vec<Conflict>,
}

impl std::fmt::Display for Recovered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "run {} (`{}`) had been interrupted", self.run, self.command)?;
        list(f, "; not yet verified and rolled back", &self.taken_back)?;
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

/// Rolls back the open steps of the run that was interrupted, if there is one. The caller holds the lock, so
/// that run is not alive. This may itself be interrupted, and is then repeated.
///
/// # Errors
/// [`WorkspaceError::Journal`] if the changes of a run in the tree cannot be determined.
pub(super) fn recover(tree: &Tree) -> Result<Option<Recovered>, WorkspaceError> {
    let runs = tree.state().runs();
    let mut recovered = None;
    let mut dead = BTreeSet::new();
    let ids = ids(&runs)?;
    for id in &ids {
        let directory = RunDir::new(&runs, id);
        if unfinished(&journal::read(&directory)?).is_some() {
            dead.insert(id.clone());
        }
    }
    check_word(tree, &ids, &dead)?;
    for id in dead.into_iter().rev() {
        let directory = RunDir::new(&runs, &id);
        let (journal, records) = Journal::resume(&directory)?;
        if let Some(header) = unfinished(&records) {
            clear_up(tree.root(), &id);
            let transaction = Transaction::resume(tree, directory, journal, &records);
            recovered = close(transaction, header)?.or(recovered);
        }
    }
    tree.state().clear_active()?;
    Ok(recovered)
}

/// Checks that every recorded run exists. (If an unfinished run exists, it is that one: the record itself may
/// be damaged.)
fn check_word(tree: &Tree, ids: &BTreeSet<String>, dead: &BTreeSet<String>) -> Result<(), WorkspaceError> {
    let active = tree.state().active();
    let word = match fs::read(&active) {
        Ok(word) => String::from_utf8_lossy(&word).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(WorkspaceError::state(&active)(error)),
    };
    if word.is_empty() || ids.contains(&word) || !dead.is_empty() {
        return Ok(());
    }
    Err(WorkspaceError::Journal {
        run: word.escape_debug().to_string(),
        path: active,
        reason: "its directory is gone, though the run had not come to its end".to_owned(),
        files: BTreeSet::new(),
    })
}

fn unfinished(records: &[Record]) -> Option<&Header> {
    match (records.first()?, records.last()?) {
        (_, Record::End { .. }) => None,
        (Record::Begin(header), _) => Some(header),
        _ => None,
    }
}

/// Ends a dead run and its remaining processes, and returns the result if there is any.
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
