//! Paused tasks: kept until a process resumes them, which happens once.
//!
//! A task is a file that moves: it is written to `paused`, moves to `resumed` when a process takes it, and to
//! `done` when that process finishes it. Of two processes that take it at the same instant, one moves the
//! file, and the other finds it gone (`rename(2)`). A task that stays in `resumed` without a process working
//! on it was begun again and not finished: it is reported, and never given out a second time unless the
//! operator says so.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_core::redact;

use super::error::HealError;
use super::{Heal, sealed};
use crate::workspace::{now_ms, stamp};

/// The present version of the format.
const VERSION: u32 = 1;

/// The most finished tasks that are kept.
const MOST_DONE: usize = 50;

/// A task that is to be paused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TaskToPause {
    /// The working directory of the task.
    pub directory: PathBuf,
    /// The user's request.
    pub prompt: String,
    /// The reason for the pause.
    pub reason: String,
    /// The tool calls so far, in order.
    #[serde(default)]
    pub history: Vec<ToolCall>,
    /// Outputs so far that are not in the user's files yet.
    #[serde(default)]
    pub partial_outputs: Vec<PartialOutput>,
    /// The agent's activity.
    #[serde(default)]
    pub doing: Doing,
    /// The paused task that this one continues: it was resumed, and is paused again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
}

impl TaskToPause {
    /// A task of the user without any tool call yet.
    pub fn new(directory: impl Into<PathBuf>, prompt: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            directory: directory.into(),
            prompt: prompt.into(),
            reason: reason.into(),
            history: Vec::new(),
            partial_outputs: Vec::new(),
            doing: Doing::UserTask,
            continues: None,
        }
    }

    /// The same after these tool calls.
    #[must_use]
    pub fn history(mut self, history: Vec<ToolCall>) -> Self {
        self.history = history;
        self
    }

    /// The same with these outputs.
    #[must_use]
    pub fn partial_outputs(mut self, outputs: Vec<PartialOutput>) -> Self {
        self.partial_outputs = outputs;
        self
    }

    /// The same as the continuation of a task that was resumed.
    #[must_use]
    pub fn continues(mut self, task: impl Into<String>) -> Self {
        self.continues = Some(task.into());
        self
    }
}

/// The activity of an agent when it meets an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// The user's request.
    #[default]
    UserTask,
    /// A repair of itself.
    SelfFix,
}

/// A call of a tool, with its result if it has one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Value,
    /// Its result; absent for the call that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
}

/// An output that was made before the task was paused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartialOutput {
    /// Its name.
    pub name: String,
    /// The content.
    pub content: String,
}

/// The saved form of a paused task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Snapshot {
    /// The version of this format.
    version: u32,
    /// Its name.
    pub id: String,
    /// When it was paused, in milliseconds since 1970-01-01 UTC.
    pub paused_ms: u64,
    /// The task.
    pub task: TaskToPause,
}

/// The place of a paused task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PausedTask {
    /// Its name, for [`Heal::resume`].
    pub id: String,
    /// The file.
    pub file: PathBuf,
}

/// The state of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskState {
    /// It waits for a process to resume it.
    Paused,
    /// A process has resumed it and not finished it.
    Resumed,
    /// It is finished, or continued by another one.
    Done,
}

impl TaskState {
    const ALL: [Self; 3] = [Self::Paused, Self::Resumed, Self::Done];

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paused => "paused",
            Self::Resumed => "resumed",
            Self::Done => "done",
        }
    }
}

/// A task in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedTask {
    /// Its name.
    pub id: String,
    /// Its state.
    pub state: TaskState,
    /// When it was paused, in milliseconds since 1970-01-01 UTC.
    pub paused_ms: u64,
    /// The user's request.
    pub prompt: String,
    /// The reason for the pause.
    pub reason: String,
    /// The file.
    pub file: PathBuf,
}

/// All kept tasks, the oldest first, and the damaged files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TaskList {
    /// The readable ones.
    pub tasks: Vec<ListedTask>,
    /// The damaged ones, with the reason.
    pub damaged: Vec<(PathBuf, String)>,
}

impl TaskList {
    /// The tasks in one state.
    pub fn in_state(&self, state: TaskState) -> impl Iterator<Item = &ListedTask> {
        self.tasks.iter().filter(move |task| task.state == state)
    }
}

impl Heal {
    /// Keeps a task, without the secrets in it. After this returns, it survives a power cut.
    ///
    /// # Errors
    /// If the task is a self-fix, one is under way, the task is invalid, or it cannot be written.
    pub fn pause(&self, task: &TaskToPause) -> Result<PausedTask, HealError> {
        if task.doing == Doing::SelfFix {
            return Err(HealError::SelfFix);
        }
        self.refuse_during_self_fix()?;
        let mut task = redact::kept(task).map_err(|error| HealError::Task(error.to_string()))?;
        task.directory = absolute(&task.directory)?;
        if task.prompt.trim().is_empty() {
            return Err(HealError::Task("it has no prompt".to_owned()));
        }
        if let Some(last) = &task.continues
            && !self.task_file(TaskState::Resumed, last)?.exists()
        {
            return Err(HealError::NotResumed(last.clone()));
        }
        let paused_ms = now_ms();
        let id = new_id(paused_ms);
        let file = self.task_file(TaskState::Paused, &id)?;
        let snapshot = Snapshot {
            version: VERSION,
            id: id.clone(),
            paused_ms,
            task,
        };
        sealed::write(&file, &snapshot)?;
        if let Some(last) = &snapshot.task.continues {
            self.finish(last)?;
        }
        Ok(PausedTask { id, file })
    }

    /// Hands a paused task to this process: the one with this name, or the oldest. Each task is handed out once.
    ///
    /// # Errors
    /// If there is none, another process was first, or its file is damaged: then it stays where it is.
    pub fn resume(&self, id: Option<&str>) -> Result<Snapshot, HealError> {
        match id {
            Some(id) => self.take(id),
            None => loop {
                let list = self.tasks()?;
                let Some(oldest) = list.in_state(TaskState::Paused).next() else {
                    let damaged = list.damaged.into_iter().next();
                    return Err(damaged.map_or_else(
                        || HealError::UnknownTask("oldest".to_owned()),
                        |(path, reason)| HealError::Damaged { path, reason },
                    ));
                };
                match self.take(&oldest.id) {
                    // Another process was first: there may be a next one.
                    Err(HealError::AlreadyResumed(_)) => {}
                    taken => return taken,
                }
            },
        }
    }

    fn take(&self, id: &str) -> Result<Snapshot, HealError> {
        let paused = self.task_file(TaskState::Paused, id)?;
        let Some(snapshot) = load(&paused)? else {
            return Err(self.gone(id)?);
        };
        let resumed = self.task_file(TaskState::Resumed, id)?;
        match fs::rename(&paused, &resumed) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(self.gone(id)?),
            Err(error) => return Err(HealError::io(&paused)(error)),
        }
        settled(&paused, &resumed)?;
        Ok(snapshot)
    }

    /// The reason why there is no paused task with this name.
    fn gone(&self, id: &str) -> Result<HealError, HealError> {
        let was_there = [TaskState::Resumed, TaskState::Done]
            .into_iter()
            .map(|state| Ok(self.task_file(state, id)?.exists()))
            .collect::<Result<Vec<bool>, HealError>>()?;
        Ok(match was_there.contains(&true) {
            true => HealError::AlreadyResumed(id.to_owned()),
            false => HealError::UnknownTask(id.to_owned()),
        })
    }

    /// Marks a resumed task as finished.
    ///
    /// # Errors
    /// When it was not resumed.
    pub fn finish(&self, id: &str) -> Result<(), HealError> {
        self.shift(id, TaskState::Resumed, TaskState::Done)?;
        self.prune()
    }

    /// Makes a task that was resumed and never finished available again. Only the operator can know that no
    /// process works on it, and that repeating part of it does no harm.
    ///
    /// # Errors
    /// When it was not resumed, or is finished.
    pub fn requeue(&self, id: &str) -> Result<(), HealError> {
        let list = self.tasks()?;
        if !list.in_state(TaskState::Resumed).any(|task| task.id == id) {
            return Err(HealError::NotResumed(id.to_owned()));
        }
        self.shift(id, TaskState::Resumed, TaskState::Paused)
    }

    fn shift(&self, id: &str, from: TaskState, to: TaskState) -> Result<(), HealError> {
        let (from, to) = (self.task_file(from, id)?, self.task_file(to, id)?);
        match fs::rename(&from, &to) {
            Ok(()) => settled(&from, &to),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(HealError::NotResumed(id.to_owned()))
            }
            Err(error) => Err(HealError::io(&from)(error)),
        }
    }

    /// Lists every task that is kept.
    ///
    /// # Errors
    /// When the directory cannot be read. Damaged files are part of the list.
    pub fn tasks(&self) -> Result<TaskList, HealError> {
        let mut list = TaskList::default();
        let mut continued = BTreeSet::new();
        for state in TaskState::ALL {
            for file in self.task_files(state)? {
                match load(&file) {
                    Ok(Some(snapshot)) => {
                        continued.extend(snapshot.task.continues.clone());
                        list.tasks.push(listed(snapshot, state, file));
                    }
                    // It has moved on meanwhile.
                    Ok(None) => {}
                    Err(HealError::Damaged { path, reason }) => list.damaged.push((path, reason)),
                    Err(error) => return Err(error),
                }
            }
        }
        // A process that dies right after it paused a task again did not finish the last one.
        for task in &mut list.tasks {
            if task.state == TaskState::Resumed && continued.contains(&task.id) {
                task.state = TaskState::Done;
            }
        }
        list.tasks.sort_by(|one, other| one.id.cmp(&other.id));
        // A task that moves during the search is seen twice: the later state counts.
        list.tasks.dedup_by(|next, kept| {
            let same = next.id == kept.id;
            if same {
                kept.state = kept.state.max(next.state);
            }
            same
        });
        Ok(list)
    }

    fn task_files(&self, state: TaskState) -> Result<Vec<PathBuf>, HealError> {
        let directory = self.make_directory(&format!("tasks/{}", state.name()))?;
        let entries = fs::read_dir(&directory).map_err(HealError::io(&directory))?;
        let files = entries.flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = files
            .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
            .collect();
        files.sort();
        Ok(files)
    }

    fn task_file(&self, state: TaskState, id: &str) -> Result<PathBuf, HealError> {
        let is_id = |character: char| character.is_ascii_alphanumeric() || character == '-';
        if id.is_empty() || !id.chars().all(is_id) {
            return Err(HealError::UnknownTask(id.to_owned()));
        }
        let directory = self.make_directory(&format!("tasks/{}", state.name()))?;
        Ok(directory.join(format!("{id}.json")))
    }

    fn prune(&self) -> Result<(), HealError> {
        let done = self.task_files(TaskState::Done)?;
        for old in &done[..done.len().saturating_sub(MOST_DONE)] {
            match fs::remove_file(old) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(HealError::io(old)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn listed(snapshot: Snapshot, state: TaskState, file: PathBuf) -> ListedTask {
    ListedTask {
        id: snapshot.id,
        state,
        paused_ms: snapshot.paused_ms,
        prompt: snapshot.task.prompt,
        reason: snapshot.task.reason,
        file,
    }
}

fn load(file: &Path) -> Result<Option<Snapshot>, HealError> {
    let Some(snapshot) = sealed::read::<Snapshot>(file)? else {
        return Ok(None);
    };
    let damaged = |reason: String| HealError::Damaged {
        path: file.to_owned(),
        reason,
    };
    match (snapshot.version, file.file_stem()) {
        (VERSION, Some(name)) if name == snapshot.id.as_str() => Ok(Some(snapshot)),
        (VERSION, _) => Err(damaged(format!("it is the task '{}'", snapshot.id))),
        (other, _) => Err(damaged(format!(
            "it has version {other}, and this program knows {VERSION}"
        ))),
    }
}

/// After this returns, a move survives a power cut.
fn settled(from: &Path, to: &Path) -> Result<(), HealError> {
    // The new name first: a task with two names is better than one with none.
    let synced = sealed::sync_parent(to).and_then(|()| sealed::sync_parent(from));
    synced.map_err(HealError::io(to))
}

fn absolute(directory: &Path) -> Result<PathBuf, HealError> {
    let unusable =
        |error: io::Error| HealError::Task(format!("its directory {}: {error}", directory.display()));
    let path = directory.canonicalize().map_err(unusable)?;
    match path.is_dir() {
        true => Ok(path),
        false => Err(unusable(io::ErrorKind::NotADirectory.into())),
    }
}

/// A new name that sorts by time.
fn new_id(ms: u64) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{:x}-{number:x}", stamp(ms), std::process::id())
}
