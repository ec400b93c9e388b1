//! The reasons why an agent cannot heal itself.

use std::io;
use std::path::{Path, PathBuf};

use unbreak_core::capability::CapabilityError;

use super::session::SessionHolder;
use crate::error::{AgentError, AgentErrorKind};
use crate::workspace::WorkspaceError;

/// The reason why an agent cannot heal itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HealError {
    /// A file of the state cannot be read as such. It is left as it is.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{} cannot be used", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// There is no such task.
    #[error("there is no paused task '{0}'")]
    UnknownTask(String),
    /// Another process was first.
    #[error("the task '{0}' was resumed already")]
    AlreadyResumed(String),
    /// The task was not resumed, or is finished.
    #[error("the task '{0}' is not being worked on")]
    NotResumed(String),
    /// The task to be paused is a self-fix.
    #[error("a self-fix is never paused for another self-fix")]
    SelfFix,
    /// A self-fix is under way, in this process or another one.
    #[error("a self-fix of this agent is under way")]
    SelfFixUnderWay,
    /// The task cannot be paused as it is.
    #[error("the task cannot be paused: {0}")]
    Task(String),
    /// A setting is for a session, but there is none.
    #[error("another supervisor attends this agent: {0}")]
    Supervised(SessionHolder),
    /// Something is switched on for a session, and there is none.
    #[error("no supervisor attends this agent, so there is no session")]
    NoSession,
    /// An agent may not switch on its own development mode.
    #[error("an agent cannot switch on its own development mode")]
    OwnSwitch,
    /// The agent may not change its source.
    #[error("development mode is off: {}", .0.join("; "))]
    DevelopmentOff(Vec<String>),
    /// The repairing agent works in another directory than the one that may be changed.
    #[error("{} lies outside the agent's source {}", directory.display(), source_root.display())]
    Elsewhere {
        /// The directory of the agent that repairs.
        directory: PathBuf,
        /// The source.
        source_root: PathBuf,
    },
    /// The audit log was changed, cut or damaged.
    #[error("the audit log {} is not intact: {reason}", path.display())]
    Audit {
        /// The log.
        path: PathBuf,
        /// The place and the fault.
        reason: String,
    },
    /// A document does not exist, or is not text.
    #[error("the document {} cannot be read", path.display())]
    Document {
        /// The document.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The supervised program could not be started.
    #[error(transparent)]
    Start(#[from] CapabilityError),
    /// The directory cannot be used.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The repair could not be made.
    #[error(transparent)]
    Repair(#[from] Box<AgentError>),
}

impl HealError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// A hint what to do about it, if there is one.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Damaged { .. } => "the file is kept; check it, then move it away",
            Self::UnknownTask(_) | Self::NotResumed(_) => "'unbreak heal list' shows all there are",
            Self::AlreadyResumed(_) => {
                "a task is resumed once; 'unbreak heal requeue' makes it available again, if no process is working on it"
            }
            Self::SelfFix | Self::SelfFixUnderWay => {
                "let the self-fix end first; an error in it is a matter for the operator"
            }
            Self::Supervised(_) => "wait for it to end, or set UNBREAK_STATE_DIR to another directory",
            Self::NoSession => "start the agent with 'unbreak supervise', or say --permanently",
            Self::OwnSwitch => "run 'unbreak dev enable' outside the agent",
            Self::DevelopmentOff(_) => "'unbreak dev status' says what is missing",
            Self::Audit { .. } => "compare it with a copy; what it says from there on cannot be trusted",
            Self::Workspace(error) => return error.hint(),
            Self::Repair(error) => return error.hint(),
            Self::Io { .. }
            | Self::Task(_)
            | Self::Elsewhere { .. }
            | Self::Document { .. }
            | Self::Start(_) => {
                return None;
            }
        };
        Some(hint.to_owned())
    }

    /// Returns whether it was refused for safety.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::AlreadyResumed(_)
            | Self::SelfFix
            | Self::SelfFixUnderWay
            | Self::Supervised(_)
            | Self::OwnSwitch
            | Self::DevelopmentOff(_)
            | Self::Elsewhere { .. } => true,
            Self::Repair(error) => error.kind() == AgentErrorKind::Refused,
            _ => false,
        }
    }

    /// Returns whether the request is invalid.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::UnknownTask(_) | Self::NotResumed(_) | Self::Task(_) | Self::NoSession | Self::Start(_) => {
                true
            }
            Self::Workspace(error) => error.is_usage(),
            Self::Repair(error) => error.kind() == AgentErrorKind::Usage,
            _ => false,
        }
    }
}
