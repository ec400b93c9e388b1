//! The steps of one run: recorded, made, and committed or rolled back.

use std::fs;

use super::content::{Content, Image};
use super::diff::unified;
use super::error::WorkspaceError;
use super::journal::{Change, Header, Journal, Record};
use super::plan::Planned;
use super::prune::prune;
use super::restore::{Conflict, Hand, TakenBack};
use super::run_dir::{RunDir, bring_to_disk, side_by_side};
use super::snapshot::Camera;
use super::step::{State, Step, net, replay};
use super::time::{now_ms, stamp};
use super::tree::Tree;

/// The changes of a run to the tree. Its owner holds the lock.
#[derive(Debug)]
pub(super) struct Transaction {
    tree: Tree,
    directory: RunDir,
    journal: Journal,
    steps: Vec<Step>,
    conflicts: Vec<Conflict>,
}

impl Transaction {
    /// Opens the journal of a new run.
    pub(super) fn begin(tree: &Tree, header: Header) -> Result<Self, WorkspaceError> {
        let directory = RunDir::create(&tree.state().runs(), &stamp(header.started_ms))?;
        let journal = Journal::create(&directory, header)?;
        Ok(Self::new(tree, directory, journal, Vec::new()))
    }

    /// Continues a run whose process has died.
    pub(super) fn resume(tree: &Tree, directory: RunDir, journal: Journal, records: &[Record]) -> Self {
        Self::new(tree, directory, journal, replay(records))
    }

    fn new(tree: &Tree, directory: RunDir, journal: Journal, steps: Vec<Step>) -> Self {
        Self {
            tree: tree.clone(),
            directory,
            journal,
            steps,
            conflicts: Vec::new(),
        }
    }

    pub(super) fn id(&self) -> &str {
        self.directory.id()
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Files that could not be restored so far.
    pub(super) fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Makes a step and returns its number: keeps the former contents, records the changes, makes them. If it
    /// fails, nothing of it is left.
    pub(super) fn make(
        &mut self,
        planned: &[Planned],
        snapshot: Option<String>,
    ) -> Result<u32, WorkspaceError> {
        let changes = planned
            .iter()
            .map(|change| self.keep(change))
            .collect::<Result<Vec<_>, _>>()?;
        self.directory.secure(&changes)?;
        if self.steps.is_empty() {
            self.leave_word()?;
        }
        let number = self.next_step();
        self.journal.append(&Record::Apply {
            step: number,
            changes: changes.clone(),
            snapshot: snapshot.clone(),
        })?;
        self.steps.push(Step {
            number,
            changes,
            snapshot,
            state: State::Open,
        });
        match self.write(planned) {
            Ok(()) => Ok(number),
            Err(error) => {
                self.give_up(number)?;
                Err(error)
            }
        }
    }

    /// Records outside the run's directory that it is about to change the tree: if the directory gets lost,
    /// the next start knows that there was a run.
    fn leave_word(&self) -> Result<(), WorkspaceError> {
        let active = self.tree.state().active();
        fs::write(&active, self.id()).map_err(WorkspaceError::state(&active))?;
        bring_to_disk(&active)
    }

    fn keep(&self, change: &Planned) -> Result<Change, WorkspaceError> {
        let before = change.before.as_ref();
        let after = change.after.as_ref();
        let keep = |content| self.directory.keep(content);
        Ok(Change {
            file: change.file.clone(),
            before: before.map(keep).transpose()?,
            after: after.map(keep).transpose()?,
            directories: change.directories.clone(),
        })
    }

    fn write(&self, planned: &[Planned]) -> Result<(), WorkspaceError> {
        self.tree.refresh();
        let hand = self.hand();
        let put = |change: &&Planned| {
            hand.put(
                &change.file,
                &change.directories,
                change.before.as_ref(),
                change.after.as_ref(),
            )
        };
        // Only among created and removed files the order matters: one may be a directory of another.
        let (edited, others): (Vec<&Planned>, Vec<&Planned>) = planned
            .iter()
            .partition(|change| change.before.is_some() && change.after.is_some());
        others.iter().try_for_each(put)?;
        side_by_side(&edited, put)
    }

    /// Rolls back a step that failed in the middle. It did not reach its commands, so only its own changes
    /// are checked.
    fn give_up(&mut self, number: u32) -> Result<(), WorkspaceError> {
        if let Some(step) = self.step_mut(number) {
            step.snapshot = None;
        }
        self.take_back(number)
    }

    /// Records the whole tree before the next step, and returns the snapshot's name.
    pub(super) fn take_snapshot(&self) -> Result<String, WorkspaceError> {
        self.camera().take()
    }

    /// Records all changes of a step with commands, if that is not done yet.
    pub(super) fn seal(&mut self, number: u32) -> Result<(), WorkspaceError> {
        let Some(snapshot) = self.step(number).and_then(|step| step.snapshot.clone()) else {
            return Ok(());
        };
        let changes = self.camera().changes_since(&snapshot)?;
        self.journal.append(&Record::Sealed {
            step: number,
            changes: changes.clone(),
        })?;
        if let Some(step) = self.step_mut(number) {
            step.changes = changes;
            step.snapshot = None;
        }
        Ok(())
    }

    /// Keeps a step.
    pub(super) fn commit(&mut self, number: u32) -> Result<(), WorkspaceError> {
        self.seal(number)?;
        self.journal.append(&Record::Commit { step: number })?;
        self.set(number, State::Committed);
        Ok(())
    }

    /// Rolls a step back. Files changed by others are among the [`conflicts`](Self::conflicts).
    ///
    /// # Errors
    /// [`WorkspaceError::NotRestored`] if a file could not be restored. The step then stays open: the next
    /// rollback continues where this one stopped.
    pub(super) fn take_back(&mut self, number: u32) -> Result<(), WorkspaceError> {
        self.seal(number)?;
        self.tree.refresh();
        if let Some(step) = self.step(number) {
            let TakenBack { conflicts, failed } = self.hand().take_back(&step.changes);
            if !failed.is_empty() {
                let run = self.id().to_owned();
                return Err(WorkspaceError::NotRestored { run, failed });
            }
            self.conflicts.extend(conflicts);
        }
        self.journal.note(&Record::Rollback { step: number })?;
        self.set(number, State::RolledBack);
        Ok(())
    }

    /// Rolls back every open step, the last one first.
    pub(super) fn take_back_open(&mut self) -> Result<(), WorkspaceError> {
        let is_open = |step: &&Step| step.state == State::Open;
        let open: Vec<u32> = self
            .steps
            .iter()
            .filter(is_open)
            .map(|step| step.number)
            .collect();
        open.into_iter()
            .rev()
            .try_for_each(|number| self.take_back(number))
    }

    /// Rolls back every open step, and closes the journal.
    pub(super) fn end(&mut self, outcome: &str) -> Result<(), WorkspaceError> {
        self.take_back_open()?;
        // Every step is committed or rolled back by now: without this line the next start only checks again.
        self.journal.note(&Record::End {
            ended_ms: now_ms(),
            outcome: outcome.to_owned(),
        })?;
        self.tree.state().clear_active()?;
        prune(&self.tree.state().runs(), self.id());
        Ok(())
    }

    /// All present changes of this run in the tree, as a unified diff.
    pub(super) fn diff(&self) -> String {
        let in_effect = self.steps.iter().filter(|step| step.state != State::RolledBack);
        net(in_effect).iter().map(|change| self.diff_of(change)).collect()
    }

    fn diff_of(&self, change: &Change) -> String {
        let load = |image: &Image| self.directory.load(image).ok();
        let before: Option<Content> = change.before.as_ref().and_then(load);
        let now = self.hand().current(&change.file).ok().flatten();
        unified(&change.file, before.as_ref(), now.as_ref())
    }

    fn hand(&self) -> Hand<'_> {
        Hand {
            root: self.tree.confined(),
            run: &self.directory,
        }
    }

    fn camera(&self) -> Camera<'_> {
        Camera::new(self.tree.confined(), &self.directory)
    }

    fn next_step(&self) -> u32 {
        self.steps.last().map_or(1, |step| step.number + 1)
    }

    fn step(&self, number: u32) -> Option<&Step> {
        self.steps.iter().find(|step| step.number == number)
    }

    fn step_mut(&mut self, number: u32) -> Option<&mut Step> {
        self.steps.iter_mut().find(|step| step.number == number)
    }

    fn set(&mut self, number: u32, state: State) {
        if let Some(step) = self.step_mut(number) {
            step.state = state;
        }
    }
}
