//! Directories for the files that tools write: never in the workspace, and deleted afterwards.
//!
//! A directory holds a locked file as long as its process lives. The system releases the lock of a process
//! that dies, so the next one that needs a scratch directory knows which are abandoned.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use unbreak_core::Workspace as _;

use crate::error::AgentError;
use crate::runner::{Owner, kill_leftovers};
use crate::workspace::{Tree, WorkspaceError};

/// The file whose lock shows that the directory is in use.
const LOCK: &str = "lock";
/// The directory for the tool, separate from the lock.
const WORK: &str = "work";
/// The directory for commands, in place of the system's temporary directories.
const TEMPORARY: &str = "tmp";

/// A directory that is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    directory: PathBuf,
    work: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Creates an empty directory below `state`, after removing those of dead processes.
    pub(crate) fn create(state: &Path) -> Result<Self, WorkspaceError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let base = state.join("scratch");
        let create = || {
            fs::create_dir_all(&base)?;
            // Locked before abandoned directories are searched: one without a locked file would count as
            // abandoned.
            let guard = open_lock(&base)?;
            guard.lock()?;
            sweep(&base);
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let directory = base.join(format!("{}.{number:x}", Owner::current()));
            let work = directory.join(WORK);
            fs::create_dir_all(&work)?;
            let lock = open_lock(&directory)?;
            lock.lock()?;
            Ok(Self {
                work: work.canonicalize()?,
                directory,
                _lock: lock,
            })
        };
        create().map_err(|source| WorkspaceError::State {
            path: base.clone(),
            source,
        })
    }

    /// A directory next to it, for temporary files of commands.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.directory.join(TEMPORARY)
    }

    /// The directory.
    pub(crate) fn path(&self) -> &Path {
        &self.work
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If it cannot be removed now, it is removed at the next start.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// A copy of a tree with its own state directory, both removed when this is dropped.
#[derive(Debug)]
pub(crate) struct TreeCopy {
    pub(crate) tree: Tree,
    _scratch: Scratch,
}

impl TreeCopy {
    pub(crate) fn of(tree: &Tree) -> Result<Self, AgentError> {
        let scratch = Scratch::create(tree.state_directory())?;
        let root = scratch.path().join("tree");
        tree.copy_to(&root)?;
        Ok(Self {
            tree: Tree::open_with_state(&root, &scratch.path().join("state"))?,
            _scratch: scratch,
        })
    }
}

fn open_lock(directory: &Path) -> io::Result<File> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(directory.join(LOCK))
}

/// Removes the directories of dead processes, and ends the processes that those had started.
fn sweep(base: &Path) {
    let entries = fs::read_dir(base).into_iter().flatten().flatten();
    for directory in entries.map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let abandoned = open_lock(&directory).is_ok_and(|lock| lock.try_lock().is_ok());
        if abandoned {
            end_processes(&directory);
            let _ = fs::remove_dir_all(&directory);
        }
    }
}

fn end_processes(directory: &Path) {
    let name = directory.file_name().and_then(|name| name.to_str());
    let owner = name.and_then(|name| name.rsplit_once('.')?.0.parse::<Owner>().ok());
    if let Some(owner) = owner.filter(|owner| *owner != Owner::current()) {
        kill_leftovers(&owner);
    }
}
