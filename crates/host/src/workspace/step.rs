//! The steps of a run, according to its journal.

use std::collections::BTreeMap;

use unbreak_core::RelPath;

use super::journal::{Change, Record};

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) number: u32,
    pub(super) changes: Vec<Change>,
    /// The tree before it, until the changes of its commands are known.
    pub(super) snapshot: Option<String>,
    pub(super) state: State,
}

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It is, or is about to be, in the tree, and waits for its verification.
    Open,
    /// It was verified and stays.
    Committed,
    /// It was rolled back.
    RolledBack,
}

/// The steps according to a journal's records.
pub(super) fn replay(records: &[Record]) -> Vec<Step> {
    let mut steps: BTreeMap<u32, Step> = BTreeMap::new();
    for record in records {
        match record {
            Record::Apply {
                step,
                changes,
                snapshot,
            } => {
                let new = Step {
                    number: *step,
                    changes: changes.clone(),
                    snapshot: snapshot.clone(),
                    state: State::Open,
                };
                steps.insert(*step, new);
            }
            Record::Sealed { step, changes } => {
                if let Some(step) = steps.get_mut(step) {
                    step.changes.clone_from(changes);
                    step.snapshot = None;
                }
            }
            Record::Commit { step } => set(&mut steps, *step, State::Committed),
            Record::Rollback { step } => set(&mut steps, *step, State::RolledBack),
            Record::Begin(_) | Record::End { .. } => {}
        }
    }
    steps.into_values().collect()
}

fn set(steps: &mut BTreeMap<u32, Step>, number: u32, state: State) {
    if let Some(step) = steps.get_mut(&number) {
        step.state = state;
    }
}

/// The total change of steps: each file from before the first of them to after the last.
pub(super) fn net<'a>(steps: impl IntoIterator<Item = &'a Step>) -> Vec<Change> {
    let mut net: BTreeMap<&RelPath, Change> = BTreeMap::new();
    for change in steps.into_iter().flat_map(|step| &step.changes) {
        let whole = net.entry(&change.file).or_insert_with(|| change.clone());
        whole.after.clone_from(&change.after);
    }
    net.into_values()
        .filter(|change| change.before != change.after)
        .collect()
}
