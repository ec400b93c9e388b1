//! One run at a time.
//!
//! A run holds the lock of its own root exclusively, and those of the directories above it shared: so a run
//! in `/project` and one in `/project/part` exclude each other, and those in two parts do not. In addition to
//! the lock files, which name their holders, there are [locks on the directories themselves](super::inode).
//! The system releases the locks of a process that dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::error::WorkspaceError;
use super::inode::InodeLocks;
use super::state_dir::StateDir;
use super::time::readable;

/// The run that holds a workspace. If it keeps its state elsewhere, or has the directory under another name,
/// only the root is known, by its name here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Holder {
    /// The process.
    pub pid: u32,
    /// The command to fix, as one would type it.
    pub command: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub started_ms: u64,
    /// The root of its workspace.
    pub root: String,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.pid, self.root.as_str()) {
            (0, "") => return f.write_str("one that has just begun"),
            (0, root) => return write!(f, "in {root}, with another state directory or path"),
            _ => {}
        }
        let since = readable(self.started_ms);
        write!(
            f,
            "process {}, since {since}, for `{}` in {}",
            self.pid, self.command, self.root
        )
    }
}

/// The locks, until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    /// Released first, so that these are free when the lock files are.
    _directories: InodeLocks,
    _files: Vec<File>,
}

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(20);

impl Lock {
    /// Takes the locks for a run below `root`, and waits for them if allowed.
    ///
    /// # Errors
    /// [`WorkspaceError::Busy`] with the holder of one.
    pub(super) fn take(
        state: &StateDir,
        root: &Path,
        holder: &Holder,
        wait: Option<Duration>,
    ) -> Result<Self, WorkspaceError> {
        let deadline = Instant::now() + wait.unwrap_or_default();
        loop {
            match Self::try_take(state, root, holder) {
                Err(WorkspaceError::Busy(_)) if Instant::now() < deadline => std::thread::sleep(PAUSE),
                taken => return taken,
            }
        }
    }

    fn try_take(state: &StateDir, root: &Path, holder: &Holder) -> Result<Self, WorkspaceError> {
        let files = root
            .ancestors()
            .enumerate()
            .map(|(depth, directory)| lock(&state.lock_file(directory)?, depth == 0, holder))
            .collect::<Result<_, _>>()?;
        let elsewhere = || Holder {
            root: root.display().to_string(),
            ..Holder::default()
        };
        let directories = InodeLocks::take(root);
        Ok(Self {
            _directories: directories.ok_or_else(|| WorkspaceError::Busy(Box::new(elsewhere())))?,
            _files: files,
        })
    }
}

fn lock(path: &Path, alone: bool, holder: &Holder) -> Result<File, WorkspaceError> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(WorkspaceError::state(path))?;
    let locked = if alone {
        file.try_lock()
    } else {
        file.try_lock_shared()
    };
    match locked {
        Ok(()) => {
            sign(&mut file, holder).map_err(WorkspaceError::state(path))?;
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => Err(WorkspaceError::Busy(Box::new(read_holder(&mut file)))),
        Err(TryLockError::Error(error)) => Err(WorkspaceError::state(path)(error)),
    }
}

/// Writes the holder to the lock file, for processes that find it locked.
fn sign(file: &mut File, holder: &Holder) -> std::io::Result<()> {
    let text = serde_json::to_vec(holder)?;
    file.set_len(0)?;
    file.write_all(&text)
}

/// The holder in the lock file; unknown while that is being written.
fn read_holder(file: &mut File) -> Holder {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
    read.ok()
        .and_then(|_| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}
