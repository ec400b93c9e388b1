//! The directory a command is about.

use std::path::Path;

use unbreak_host::workspace::Tree;
use unbreak_host::{Agent, AgentError, AgentErrorKind};

use crate::error::CliError;
use crate::exit::ExitCode;

/// The tree below a directory.
pub(crate) fn open(directory: &Path) -> Result<Tree, CliError> {
    Tree::open(directory).map_err(|error| agent_error(AgentError::from(error)))
}

/// An agent with everything that is linked in, for a directory.
pub(crate) fn agent(directory: &Path) -> Result<Agent, CliError> {
    Agent::builder()
        .directory(directory)
        .with_linked()
        .build()
        .map_err(agent_error)
}

/// The host's error with this program's exit code.
pub(crate) fn agent_error(error: AgentError) -> CliError {
    let exit = match error.kind() {
        AgentErrorKind::Usage => ExitCode::Usage,
        AgentErrorKind::Refused => ExitCode::Refused,
        _ => ExitCode::Fails,
    };
    CliError::of(exit, &error).hint(error.hint())
}
