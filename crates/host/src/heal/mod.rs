//! Lets an agent repair itself during a task, and then continue the task.
//!
//! 1. [`Classifier`] says whether an error belongs to the user's task, to the agent's own code, or to neither.
//! 2. [`Heal::pause`] keeps the task, and [`Heal::resume`] gives it back exactly once, to the process that
//!    asks first.
//! 3. [`Heal::repair`] changes the agent's source through [`Agent`](crate::Agent), if [development mode](Development)
//!    allows it, and verifies the change with the agent's own tests.
//! 4. [`Documents`] reloads prompts in place; for code the agent ends with [`RESTART`], and the [`Supervisor`]
//!    starts it again with the task.
//!
//! `docs/self-heal.md` describes the same for agents in other languages.
//!
//! **Architecture Invariant:** everything kept here is in the state directory of the agent's source, never in
//! the source; every file carries a checksum, and a damaged one is an error that names it and leaves it as it
//! is.

mod audit;
mod binary;
mod classify;
mod development;
mod documents;
mod error;
mod repair;
mod repository;
mod sealed;
mod session;
mod supervisor;
mod tasks;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use unbreak_core::Workspace as _;

use crate::workspace::Tree;

pub use audit::{AuditEvent, AuditRecord, Verified};
pub use classify::{Classification, Classifier, ClassifyError, DEFAULT_FLOOR, ErrorClass, MidTaskError};
pub use development::{Development, DevelopmentStatus, Extent};
pub use documents::{Documents, Reload};
pub use error::HealError;
pub use repair::SelfRepair;
pub use session::SessionHolder;
pub use supervisor::{Supervised, Supervisor, SupervisorEvent, SupervisorOptions};
pub use tasks::{
    Doing, ListedTask, PartialOutput, PausedTask, Snapshot, TaskList, TaskState, TaskToPause, ToolCall,
};

/// The exit status by which an agent asks its supervisor to start it again, because its code has changed.
pub const RESTART: u8 = 42;

/// The variable that names the directory of an agent's state. The supervisor sets it for the agent.
pub const HEAL_DIR_VARIABLE: &str = "UNBREAK_HEAL_DIR";

/// The variable that names the task to resume. The supervisor sets it for an agent that it starts again.
pub const RESUME_VARIABLE: &str = "UNBREAK_RESUME";

/// The state with which one agent heals itself: paused tasks, restarts, development mode.
///
/// Agents are distinguished by the directory of their source.
#[derive(Debug, Clone)]
pub struct Heal {
    directory: PathBuf,
}

impl Heal {
    /// Opens the state of the agent whose source lies in a directory, in the user's state directory.
    ///
    /// # Errors
    /// When the directory does not exist, or the state cannot be written.
    pub fn of(source: &Path) -> Result<Self, HealError> {
        Self::of_tree(&Tree::open(source)?)
    }

    /// Opens the state of the agent whose source is a tree, such as that of an [`Agent`](crate::Agent).
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn of_tree(tree: &Tree) -> Result<Self, HealError> {
        let heal = Self::at(tree.heal_directory())?;
        let note = heal.file("source");
        if !note.exists() {
            fs::write(&note, tree.root().as_os_str().as_encoded_bytes()).map_err(HealError::io(&note))?;
        }
        Ok(heal)
    }

    /// Opens the state of the agent that runs in this process, as named by its supervisor. Returns `None`
    /// without a supervisor.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn from_environment() -> Result<Option<Self>, HealError> {
        let directory = std::env::var_os(HEAL_DIR_VARIABLE).filter(|directory| !directory.is_empty());
        directory.map(|directory| Self::at(directory.into())).transpose()
    }

    fn at(directory: PathBuf) -> Result<Self, HealError> {
        let heal = Self { directory };
        heal.make_directory("")?;
        Ok(heal)
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// A directory below it that only its owner may read: it holds the user's task.
    fn make_directory(&self, name: &str) -> Result<PathBuf, HealError> {
        use std::os::unix::fs::DirBuilderExt as _;
        let directory = self.file(name);
        let made = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&directory);
        made.map_err(HealError::io(&directory))?;
        Ok(directory)
    }

    /// Takes the lock with this name until the file is closed; `None` if another process holds it.
    fn try_lock(&self, name: &str) -> Result<Option<File>, HealError> {
        // A process that only looks holds it for an instant.
        const TRIES: u32 = 10;
        const PAUSE: Duration = Duration::from_millis(5);
        let lock = self.open_lock(name)?;
        for _ in 0..TRIES {
            if self.is_taken(name, lock.try_lock())? {
                return Ok(Some(lock));
            }
            std::thread::sleep(PAUSE);
        }
        Ok(None)
    }

    /// Returns whether the lock with this name is held.
    fn is_locked(&self, name: &str) -> Result<bool, HealError> {
        let lock = self.open_lock(name)?;
        Ok(!self.is_taken(name, lock.try_lock_shared())?)
    }

    fn is_taken(&self, name: &str, tried: Result<(), TryLockError>) -> Result<bool, HealError> {
        match tried {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(HealError::io(&self.file(name))(error)),
        }
    }

    fn open_lock(&self, name: &str) -> Result<File, HealError> {
        let path = self.file(name);
        sealed::private()
            .read(true)
            .open(&path)
            .map_err(HealError::io(&path))
    }

    /// Takes the lock with this name, waiting for it.
    fn lock(&self, name: &str) -> Result<File, HealError> {
        let lock = self.open_lock(name)?;
        lock.lock().map_err(HealError::io(&self.file(name)))?;
        Ok(lock)
    }
}
