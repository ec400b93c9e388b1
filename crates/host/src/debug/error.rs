//! The errors of sessions.

use std::io;
use std::path::PathBuf;

use unbreak_core::session::Refusal;

use super::patch::PatchError;

/// The reason why a session could not be opened, or did not take a step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A rule of the machine.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such session.
    #[error("there is no debug session {}", .0.as_deref().map_or_else(|| "in this workspace".to_owned(), |id| format!("'{id}'")))]
    Unknown(Option<String>),
    /// Another process holds it.
    #[error("another process has the debug session '{0}'")]
    Busy(String),
    /// Its file cannot be read as a session. The file is left as it is.
    #[error("the debug session in {} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// Its file cannot be read or written.
    #[error("{} cannot be used", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A patch does not fit.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The command has to run, but holds a secret, which was not saved.
    #[error("the command of the session holds a secret, which is not kept: {0}")]
    Withheld(String),
    /// The step cannot be made here.
    #[error("{0}")]
    Step(String),
}

impl SessionError {
    /// A hint what to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Refused(refusal) => Some(refusal.hint.clone()),
            Self::Unknown(_) => Some("'unbreak debug status --list' shows all there are".to_owned()),
            Self::Busy(_) => Some("wait for it, or watch it with 'unbreak debug status'".to_owned()),
            Self::Damaged { .. } => {
                Some("the file is kept; move it away, or start another session".to_owned())
            }
            Self::Patch(_) => Some("make it with 'git diff' against the tree as it is now".to_owned()),
            Self::Withheld(_) => Some("say it again at the end, after '--'".to_owned()),
            Self::Io { .. } | Self::Step(_) => None,
        }
    }

    /// Returns whether a rule or another process prevents it.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Busy(_))
    }

    /// Returns whether the request was invalid.
    pub(crate) fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::Unknown(_) | Self::Patch(_) | Self::Withheld(_) | Self::Step(_)
        )
    }
}
