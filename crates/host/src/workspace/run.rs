//! One run: the steps it makes in the tree, journaled, and kept or taken back.

use std::fs::{self, File};
use std::io::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use unbreak_core::{Fix, RelPath, Workspace as _};

use super::content::Content;
use super::diff::unified;
use super::error::WorkspaceError;
use super::journal::{Change, Header, Journal, Record, VERSION};
use super::lock::{Holder, Lock};
use super::plan::{Planned, diff, plan};
use super::prune::prune;
use super::recover::{Recovered, recover};
use super::restore::{Conflict, Hand};
use super::run_dir::RunDir;
use super::snapshot::Camera;
use super::step::{State, Step, net};
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
    directory: RunDir,
    journal: Journal,
    steps: Vec<Step>,
    conflicts: Vec<Conflict>,
    recovered: Option<Recovered>,
    ended: bool,
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
    /// [`WorkspaceError::Busy`] when another run holds the tree or a part of it, or holds a
    /// directory above; when the state directory cannot be used.
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

    /// Takes the lock and recovers.
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
        let started_ms = now_ms();
        let directory = RunDir::create(&tree.state().runs(), &stamp(started_ms))?;
        let header = Header {
            version: VERSION,
            command: info.command.clone(),
            started_ms,
            owner: Owner::current().to_string(),
            undoes,
        };
        let journal = Journal::create(&directory.journal(), header)?;
        let active = tree.state().active();
        write_durably(&active, directory.id()).map_err(WorkspaceError::state(&active))?;
        Ok(Self {
            tree: tree.clone(),
            directory,
            journal,
            steps: Vec::new(),
            conflicts: Vec::new(),
            recovered,
            ended: false,
            _lock: lock,
        })
    }

    /// Names the run in the history.
    pub fn id(&self) -> &str {
        self.directory.id()
    }

    /// What was found to be unfinished when this run began, and was brought to its end.
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    /// Files that a rollback could not put back.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
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
        let snapshot = has_commands.then(|| self.take_snapshot()).transpose()?;
        self.make(&planned, snapshot)
    }

    /// Notes what the commands of a step have changed, once they have run. Without this, whatever
    /// has changed by the time the step is committed or rolled back counts as theirs.
    ///
    /// # Errors
    /// When the tree cannot be read or the state not be written.
    pub fn seal(&mut self, applied: &Applied) -> Result<(), WorkspaceError> {
        self.seal_step(applied.step)
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
        let step = applied.step;
        self.seal_step(step)?;
        self.journal.append(&Record::Commit { step })?;
        self.set(step, State::Committed);
        Ok(())
    }

    /// Takes a step back: every file it touched is again what it was, byte for byte. What somebody
    /// else has changed in one of them meanwhile stays; where that is not possible the file is left
    /// as it is and listed by [`conflicts`](Self::conflicts).
    ///
    /// # Errors
    /// When the journal cannot be written.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a step is handed back, so that it cannot be settled twice"
    )]
    pub fn rollback(&mut self, applied: Applied) -> Result<(), WorkspaceError> {
        self.take_back(applied.step)
    }

    /// Everything that this run has changed in the tree, and that is in it now, as a unified diff.
    pub fn diff(&self) -> String {
        let in_effect = self.steps.iter().filter(|step| step.state != State::RolledBack);
        net(in_effect).iter().map(|change| self.diff_of(change)).collect()
    }

    /// Ends the run: takes back what was not committed, the last step first, and lets go of the
    /// tree. `outcome` is for the history.
    ///
    /// # Errors
    /// When the journal cannot be written. The next start brings the run to its end then.
    pub fn finish(mut self, outcome: &str) -> Result<(), WorkspaceError> {
        self.end(outcome)
    }

    pub(super) fn hand(&self) -> Hand<'_> {
        Hand {
            root: self.tree.confined(),
            run: &self.directory,
        }
    }

    /// Makes a step: keeps the former contents, writes down what will be done, does it.
    pub(super) fn make(
        &mut self,
        planned: &[Planned],
        snapshot: Option<String>,
    ) -> Result<Applied, WorkspaceError> {
        let changes = planned
            .iter()
            .map(|change| self.record(change))
            .collect::<Result<Vec<_>, _>>()?;
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
        if let Err(error) = self.write(planned) {
            self.drop_snapshot(number);
            self.take_back(number)?;
            return Err(error);
        }
        Ok(Applied {
            step: number,
            files: planned.iter().map(|change| change.file.clone()).collect(),
            diff: diff(planned),
        })
    }

    fn record(&self, change: &Planned) -> Result<Change, WorkspaceError> {
        let before = change
            .before
            .as_ref()
            .map(|content| self.directory.keep(content))
            .transpose()?;
        let after = change
            .after
            .as_ref()
            .map(|content| self.directory.keep_loosely(content))
            .transpose()?;
        Ok(Change {
            file: change.file.clone(),
            before,
            after,
            directories: change.directories.clone(),
        })
    }

    fn write(&self, planned: &[Planned]) -> Result<(), WorkspaceError> {
        self.tree.refresh();
        let hand = self.hand();
        planned.iter().try_for_each(|change| {
            hand.put(
                &change.file,
                &change.directories,
                change.before.as_ref(),
                change.after.as_ref(),
            )
        })
    }

    fn seal_step(&mut self, number: u32) -> Result<(), WorkspaceError> {
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

    fn take_back(&mut self, number: u32) -> Result<(), WorkspaceError> {
        self.seal_step(number)?;
        self.tree.refresh();
        let changes = self
            .step(number)
            .map(|step| step.changes.clone())
            .unwrap_or_default();
        let conflicts = self.hand().take_back(&changes);
        self.conflicts.extend(conflicts);
        self.journal.note(&Record::Rollback { step: number })?;
        self.set(number, State::RolledBack);
        Ok(())
    }

    fn end(&mut self, outcome: &str) -> Result<(), WorkspaceError> {
        self.ended = true;
        let open: Vec<u32> = self
            .steps
            .iter()
            .filter(|step| step.state == State::Open)
            .map(|step| step.number)
            .collect();
        for number in open.into_iter().rev() {
            self.take_back(number)?;
        }
        self.journal.append(&Record::End {
            ended_ms: now_ms(),
            outcome: outcome.to_owned(),
        })?;
        let active = self.tree.state().active();
        fs::remove_file(&active).map_err(WorkspaceError::state(&active))?;
        prune(&self.tree.state().runs(), self.id());
        Ok(())
    }

    fn diff_of(&self, change: &Change) -> String {
        let load = |image: &super::content::Image| self.directory.load(image).ok();
        let before: Option<Content> = change.before.as_ref().and_then(load);
        let now = self.hand().current(&change.file).ok().flatten();
        unified(&change.file, before.as_ref(), now.as_ref())
    }

    fn camera(&self) -> Camera<'_> {
        Camera::new(self.tree.confined(), &self.directory)
    }

    /// Records the tree before the next step, under its number.
    fn take_snapshot(&self) -> Result<String, WorkspaceError> {
        let name = self.next_step().to_string();
        self.camera().take(&name)?;
        Ok(name)
    }

    fn next_step(&self) -> u32 {
        self.steps.last().map_or(1, |step| step.number + 1)
    }

    /// The step did not come to its commands, so nothing but its own changes is to be taken back.
    fn drop_snapshot(&mut self, number: u32) {
        if let Some(step) = self.step_mut(number) {
            step.snapshot = None;
        }
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

impl Drop for Run {
    fn drop(&mut self) {
        if !self.ended {
            // What cannot be done now is done at the next start.
            let _ = self.end("interrupted");
        }
    }
}

pub(super) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// A moment as a name that sorts: `20261121-020512-345` (UTC).
fn stamp(ms: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_millis(ms);
    let text = humantime::format_rfc3339_millis(time).to_string();
    let digits = text.replace([':', 'Z'], "");
    let (date, clock) = digits.split_once('T').unwrap_or((&digits, ""));
    format!("{}-{}", date.replace('-', ""), clock.replace('.', "-"))
}

fn write_durably(path: &std::path::Path, text: &str) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
