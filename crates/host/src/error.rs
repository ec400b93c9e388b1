//! The reasons why an agent could not be built, or a run not be made.

use unbreak_core::ToolError;
use unbreak_core::capability::CapabilityError;
use unbreak_core::registry::RegistryError;

use crate::debug::SessionError;
use crate::runner::SandboxError;
use crate::workspace::WorkspaceError;

/// The reason why an agent could not be built or a run not be made. A command that still fails is not an
/// error but a [`Report`](unbreak_core::Report).
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct AgentError(Inner);

#[derive(Debug, thiserror::Error)]
enum Inner {
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Capability(#[from] CapabilityError),
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    #[error("{message}")]
    Usage { message: String, hint: String },
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error(transparent)]
    Session(SessionError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// The kind of an error, for exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgentErrorKind {
    /// The request is invalid: no such command, directory or option.
    Usage,
    /// Refused for safety: another run holds the workspace, a path would leave it, commands cannot be
    /// confined as requested.
    Refused,
    /// The tree or the state directory cannot be used, or a tool failed.
    Io,
    /// The operator interrupted it before it had any result.
    Interrupted,
}

impl AgentError {
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self(Inner::Usage {
            message: message.into(),
            hint: hint.into(),
        })
    }

    pub(crate) fn session(error: SessionError) -> Self {
        Self(Inner::Session(error))
    }

    /// The kind of the error.
    pub fn kind(&self) -> AgentErrorKind {
        match &self.0 {
            Inner::Registry(_) | Inner::Usage { .. } | Inner::Capability(_) => AgentErrorKind::Usage,
            Inner::Tool(ToolError::Input(_)) => AgentErrorKind::Usage,
            Inner::Tool(ToolError::Capability(CapabilityError::Cancelled)) => AgentErrorKind::Interrupted,
            Inner::Tool(ToolError::Capability(CapabilityError::Start { .. })) => AgentErrorKind::Usage,
            Inner::Sandbox(SandboxError::Missing(_)) => AgentErrorKind::Usage,
            Inner::Sandbox(_) => AgentErrorKind::Refused,
            Inner::Workspace(error) if error.is_refusal() => AgentErrorKind::Refused,
            Inner::Workspace(error) if error.is_usage() => AgentErrorKind::Usage,
            Inner::Session(error) if error.is_refusal() => AgentErrorKind::Refused,
            Inner::Session(error) if error.is_usage() => AgentErrorKind::Usage,
            Inner::Workspace(_) | Inner::Tool(_) | Inner::Session(_) => AgentErrorKind::Io,
        }
    }

    /// Returns whether a change failed because the files are not as the run left them.
    pub(crate) fn is_disturbance(&self) -> bool {
        matches!(&self.0, Inner::Workspace(error) if error.is_about_the_fix())
    }

    /// The error about plug-ins, if it is one.
    pub fn registry(&self) -> Option<&RegistryError> {
        match &self.0 {
            Inner::Registry(error) => Some(error),
            _ => None,
        }
    }

    /// A hint what to do about it, if there is one.
    pub fn hint(&self) -> Option<String> {
        match &self.0 {
            Inner::Usage { hint, .. } => Some(hint.clone()),
            Inner::Workspace(error) => error.hint(),
            Inner::Session(error) => error.hint(),
            Inner::Sandbox(error) => Some(error.hint()),
            Inner::Registry(RegistryError::Unknown { .. }) => {
                Some("'unbreak list' shows all there are".to_owned())
            }
            Inner::Registry(_) | Inner::Capability(_) | Inner::Tool(_) => None,
        }
    }
}

impl From<RegistryError> for AgentError {
    fn from(error: RegistryError) -> Self {
        Self(Inner::from(error))
    }
}

impl From<CapabilityError> for AgentError {
    fn from(error: CapabilityError) -> Self {
        Self(Inner::from(error))
    }
}

impl From<ToolError> for AgentError {
    fn from(error: ToolError) -> Self {
        Self(Inner::from(error))
    }
}

impl From<SandboxError> for AgentError {
    fn from(error: SandboxError) -> Self {
        Self(Inner::from(error))
    }
}

impl From<WorkspaceError> for AgentError {
    fn from(error: WorkspaceError) -> Self {
        Self(Inner::from(error))
    }
}
