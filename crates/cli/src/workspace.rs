//! The directory a command is about.

use std::path::Path;

use unbreak_core::Workspace as _;
use unbreak_host::workspace::Tree;
use unbreak_host::{Agent, AgentError, AgentErrorKind};

use crate::error::CliError;
use crate::exit::ExitCode;
use crate::plugins;

/// The tree below a directory.
pub(crate) fn open(directory: &Path) -> Result<Tree, CliError> {
    let tree = Tree::open(directory).map_err(AgentError::from)?;
    tracing::debug!(root = %tree.root().display(), state = %tree.state_directory().display(), "workspace");
    Ok(tree)
}

/// An agent with everything that is linked in or loaded, for a directory.
pub(crate) fn agent(directory: &Path) -> Result<Agent, CliError> {
    Ok(Agent::builder()
        .directory(directory)
        .registry(plugins::builder(directory)?)
        .build()?)
}

impl From<AgentError> for CliError {
    fn from(error: AgentError) -> Self {
        let exit = match error.kind() {
            AgentErrorKind::Usage => ExitCode::Usage,
            AgentErrorKind::Refused => ExitCode::Refused,
            AgentErrorKind::Interrupted => ExitCode::Interrupted,
            _ => ExitCode::Fails,
        };
        Self::of(exit, &error).hint(error.hint())
    }
}
