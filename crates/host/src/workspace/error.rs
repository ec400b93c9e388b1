//! The reasons why the workspace could not be read or changed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use unbreak_core::capability::CapabilityError;
use unbreak_core::{FixError, PathError, RelPath};

use super::lock::Holder;
use super::restore::Conflict;

/// The reason why the workspace could not be read or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// The directory cannot be a workspace.
    #[error("{} cannot be used as a workspace", path.display())]
    Root {
        /// The directory.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A path that no fix may touch.
    #[error(transparent)]
    Path(#[from] PathError),
    /// An edit does not match the file, or overlaps another edit.
    #[error(transparent)]
    Fix(#[from] FixError),
    /// There is no such file.
    #[error("{0} does not exist")]
    NotFound(RelPath),
    /// The new file would replace an existing one.
    #[error("{0} exists already")]
    Exists(RelPath),
    /// A link on the way leads outside.
    #[error("{0} leads outside the workspace through a symbolic link")]
    Outside(RelPath),
    /// It is not a regular file.
    #[error("{file} is {kind}, not a regular file")]
    NotRegular {
        /// The file.
        file: RelPath,
        /// `a directory`, `a symbolic link`, ...
        kind: &'static str,
    },
    /// It contains control characters, or is UTF-16.
    #[error("{0} is not a text file")]
    NotText(RelPath),
    /// It is not UTF-8, and the edit writes a character that no single byte stands for.
    #[error("{0} is not UTF-8: the edit writes a character that its encoding does not have")]
    NotInItsEncoding(RelPath),
    /// It is a text, but not UTF-8, and would be moved or deleted.
    #[error("{0} is not UTF-8: it can be edited, but not moved or deleted")]
    NotMovable(RelPath),
    /// Two names in one step mean the same file.
    #[error("{0} and {1} are the same file")]
    SameFile(RelPath, RelPath),
    /// It lies in unbreak's own state.
    #[error("{0} belongs to unbreak's own state")]
    OwnState(RelPath),
    /// The file operation is unknown to this version.
    #[error("the file operation {0} is not known")]
    Unsupported(String),
    /// The file or its directory is write-protected.
    #[error("{0} is read-only")]
    ReadOnly(String),
    /// The directory is too large for a source tree; a copy would fill the disk.
    #[error("the workspace is larger than {} GiB, too large for a copy: choose a smaller directory with -C", limit >> 30)]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// Another process wrote it at the same moment.
    #[error("{0} was changed by another program")]
    Changed(RelPath),
    /// Reading or writing a file of the workspace failed.
    #[error("{file} could not be {action}")]
    Io {
        /// The file.
        file: RelPath,
        /// `read`, `written`, `removed`.
        action: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// Another run holds the workspace.
    #[error("another run holds the workspace: {0}")]
    Busy(Box<Holder>),
    /// The state directory cannot be used.
    #[error("unbreak's state in {} cannot be used", path.display())]
    State {
        /// The file or directory in it.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The changes of a run in the tree cannot be determined: its journal is damaged.
    #[error("the journal of run {run} is damaged: {reason}{}", touched(files))]
    Journal {
        /// The run.
        run: String,
        /// The evidence of the run: its directory, or the record that it had begun.
        path: PathBuf,
        /// The fault of the journal.
        reason: String,
        /// The files that it still names.
        files: BTreeSet<RelPath>,
    },
    /// A step could not be rolled back, so its changes are in the tree. It stays open in the journal.
    #[error("run {run} could not be undone: {}", all(failed))]
    NotRestored {
        /// The run.
        run: String,
        /// The files, with the reasons.
        failed: Vec<Conflict>,
    },
    /// There is no run with that id.
    #[error("there is no run '{0}' in this workspace")]
    NoSuchRun(String),
    /// The run changed nothing that is not undone already.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Files were changed after the run that is to be undone.
    #[error("changed since that run: {}", names(.0))]
    ChangedSince(Vec<RelPath>),
}

impl WorkspaceError {
    /// A hint what the operator can do about it, if anything.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Busy(holder) if holder.pid == 0 => "wait for the other run to end".to_owned(),
            Self::Busy(holder) => format!("wait for process {} to end, or stop it", holder.pid),
            Self::ReadOnly(path) => format!("make it writable first: chmod u+w {path}"),
            Self::State { .. } => {
                format!(
                    "set {} to a directory that can be written",
                    super::STATE_DIR_VARIABLE
                )
            }
            Self::Journal { path, .. } => {
                let kept = path.join("images");
                let kept = match kept.is_dir() {
                    true => format!(" (former contents are in {})", kept.display()),
                    false => String::new(),
                };
                format!(
                    "nothing was changed or removed. Compare the workspace with your version control{kept}, then move {} away",
                    path.display()
                )
            }
            Self::NotRestored { .. } => {
                "make room, or make the files writable, or put them back yourself; the next start tries again"
                    .to_owned()
            }
            Self::ChangedSince(_) => {
                "look at the changes first; with --force they are put back all the same, and that can be undone"
                    .to_owned()
            }
            Self::NoSuchRun(_) | Self::NothingToUndo => "'unbreak history' lists all runs".to_owned(),
            _ => return None,
        })
    }

    /// The message, followed by the system's reason if there is one.
    pub(crate) fn with_cause(&self) -> String {
        match std::error::Error::source(self) {
            Some(cause) => format!("{self}: {cause}"),
            None => self.to_string(),
        }
    }

    /// Returns whether the fix is at fault, and the workspace itself is in order.
    pub fn is_about_the_fix(&self) -> bool {
        match self {
            Self::Path(_)
            | Self::Fix(_)
            | Self::NotFound(_)
            | Self::Exists(_)
            | Self::Outside(_)
            | Self::NotRegular { .. }
            | Self::NotText(_)
            | Self::NotInItsEncoding(_)
            | Self::NotMovable(_)
            | Self::SameFile(..)
            | Self::OwnState(_)
            | Self::Unsupported(_)
            | Self::ReadOnly(_)
            | Self::Changed(_)
            | Self::Io { .. } => true,
            Self::Root { .. }
            | Self::Busy(_)
            | Self::TooLarge { .. }
            | Self::State { .. }
            | Self::Journal { .. }
            | Self::NotRestored { .. }
            | Self::NoSuchRun(_)
            | Self::NothingToUndo
            | Self::ChangedSince(_) => false,
        }
    }

    /// Returns whether the request was refused for safety.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Busy(_) | Self::ChangedSince(_) | Self::Outside(_) | Self::OwnState(_) | Self::Path(_)
        )
    }

    /// Returns whether the request is invalid for this workspace.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Root { .. } | Self::NoSuchRun(_) | Self::NothingToUndo)
    }

    pub(super) fn io(file: &RelPath, action: &'static str, source: impl Into<io::Error>) -> Self {
        let source = source.into();
        match source.kind() {
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied if action != "read" => {
                Self::ReadOnly(file.to_string())
            }
            _ => Self::Io {
                file: file.clone(),
                action,
                source,
            },
        }
    }

    pub(super) fn state(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::State {
            path: path.to_owned(),
            source,
        }
    }
}

fn all(failed: &[Conflict]) -> String {
    let failed: Vec<String> = failed.iter().map(ToString::to_string).collect();
    failed.join("; ")
}

fn touched(files: &BTreeSet<RelPath>) -> String {
    let names: Vec<&str> = files.iter().map(RelPath::as_str).collect();
    match names.is_empty() {
        true => "; it no longer tells which files it changed".to_owned(),
        false => format!("; it tells of changes to {}", names.join(", ")),
    }
}

fn names(files: &[RelPath]) -> String {
    let names: Vec<&str> = files.iter().map(RelPath::as_str).collect();
    names.join(", ")
}

impl From<WorkspaceError> for CapabilityError {
    fn from(error: WorkspaceError) -> Self {
        match error {
            WorkspaceError::NotFound(file) => Self::NotFound(file),
            WorkspaceError::NotText(file) => Self::NotText(file),
            WorkspaceError::Outside(file) => Self::Outside(file.to_string()),
            other => Self::Other(other.with_cause()),
        }
    }
}
