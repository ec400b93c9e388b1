//! The directory for the state of a workspace: never in the workspace.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use super::content::hash;
use super::error::WorkspaceError;

/// Environment variable that names the directory for the state of all workspaces. Otherwise that
/// is `unbreak` in `$XDG_STATE_HOME`, or in `~/.local/state` (XDG Base Directory Specification).
pub const STATE_DIR_VARIABLE: &str = "UNBREAK_STATE_DIR";

/// The state of all workspaces, and the part of one of them.
#[derive(Debug, Clone)]
pub(super) struct StateDir {
    base: PathBuf,
    key: String,
}

/// Hexadecimal digits of the hash of the root's path: 64 bits are enough to distinguish workspaces.
const KEY_LENGTH: usize = 16;

impl StateDir {
    /// The state of the workspace with this canonical root, below `base` or the usual place.
    /// Nothing is created yet.
    pub(super) fn of(root: &Path, base: Option<PathBuf>) -> Result<Self, WorkspaceError> {
        let base = base.unwrap_or_else(usual_base);
        let base = std::path::absolute(&base).map_err(WorkspaceError::state(&base))?;
        let key = key(root).map_err(WorkspaceError::state(&base))?;
        Ok(Self { base, key })
    }

    /// The directory for all workspaces.
    pub(super) fn base(&self) -> &Path {
        &self.base
    }

    /// The file to lock for changing the tree below a directory.
    pub(super) fn lock_file(&self, root: &Path) -> Result<PathBuf, WorkspaceError> {
        let locks = self.base.join("locks");
        create(&locks)?;
        let key = key(root).map_err(WorkspaceError::state(&locks))?;
        Ok(locks.join(key))
    }

    /// The runs made in this workspace, one directory each.
    pub(super) fn runs(&self) -> PathBuf {
        self.base.join(&self.key).join("runs")
    }

    /// The debug sessions about this workspace.
    pub(super) fn sessions(&self) -> PathBuf {
        self.base.join(&self.key).join("sessions")
    }

    /// The state of an agent with this source, for healing itself.
    #[cfg(feature = "heal")]
    pub(super) fn heal(&self) -> PathBuf {
        self.base.join(&self.key).join("heal")
    }

    /// The file that names the run that has changed the tree and is not finished, while there is one.
    pub(super) fn active(&self) -> PathBuf {
        self.base.join(&self.key).join("active")
    }

    /// Records that no run is unfinished.
    pub(super) fn clear_active(&self) -> Result<(), WorkspaceError> {
        let active = self.active();
        match fs::remove_file(&active) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WorkspaceError::state(&active)(error))
            }
            _ => Ok(()),
        }
    }

    /// Creates the directories, and a note for people that names the workspace.
    pub(super) fn create(&self, root: &Path) -> Result<(), WorkspaceError> {
        let runs = self.runs();
        if runs.is_dir() {
            return Ok(());
        }
        create(&runs)?;
        let note = self.base.join(&self.key).join("root");
        fs::write(&note, root.as_os_str().as_encoded_bytes()).map_err(WorkspaceError::state(&note))
    }
}

/// Creates a directory that only its owner may read: it holds the user's sources.
pub(super) fn create(directory: &Path) -> Result<(), WorkspaceError> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(directory)
        .map_err(WorkspaceError::state(directory))
}

fn key(root: &Path) -> std::io::Result<String> {
    let mut key = hash(root.as_os_str().as_encoded_bytes())?;
    key.truncate(KEY_LENGTH);
    Ok(key)
}

fn usual_base() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(base) = variable(STATE_DIR_VARIABLE) {
        return PathBuf::from(base);
    }
    // The specification says to ignore a relative path.
    let xdg = variable("XDG_STATE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let state = xdg.unwrap_or_else(|| {
        let home = std::env::home_dir().unwrap_or_else(std::env::temp_dir);
        home.join(".local/state")
    });
    state.join("unbreak")
}
