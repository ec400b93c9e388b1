//! The directory that a command is about.

use std::path::Path;

use unbreak_core::{Workspace as _, redact};
use unbreak_host::runner::Sandbox;
use unbreak_host::workspace::Tree;
use unbreak_host::{Agent, AgentBuilder, AgentError, AgentErrorKind};

use crate::args::AgentArgs;
use crate::config::Config;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::{plugins, terminal};

/// The tree below a directory.
pub(crate) fn open(directory: &Path) -> Result<Tree, CliError> {
    let tree = Tree::open(directory).map_err(AgentError::from)?;
    tracing::debug!(root = %tree.root().display(), state = %tree.state_directory().display(), "workspace");
    Ok(tree)
}

/// An agent with all linked and loaded plug-ins, for a directory.
pub(crate) fn agent(args: &AgentArgs) -> Result<Agent, CliError> {
    let config = Config::of(&args.directory, &args.plugins)?;
    built(args, &config, Agent::builder())
}

/// The same with its language models.
#[cfg(feature = "models")]
pub(crate) fn agent_with_models(
    args: &AgentArgs,
    flags: &crate::args::ModelFlags,
) -> Result<Agent, CliError> {
    let config = Config::of(&args.directory, &args.plugins)?;
    let settings = crate::config::Models::of(&config, &args.plugins)?.settings(flags, &args.directory)?;
    built(args, &config, Agent::builder().models(settings))
}

fn built(args: &AgentArgs, config: &Config, builder: AgentBuilder) -> Result<Agent, CliError> {
    let sandbox = config.sandbox(&args.sandbox);
    // Needed first by the run, and made ready while the plug-ins are.
    Sandbox::look_ahead(&sandbox);
    std::thread::spawn(redact::warm_up);
    let agent = builder
        .directory(&args.directory)
        .sandbox(sandbox)
        .show_secrets(terminal::shows_secrets())
        .registry(plugins::builder(&args.directory, config))
        .build();
    agent.map_err(|error| match error.registry().cloned() {
        Some(cause) => config.explain(&cause, CliError::from(error)),
        None => CliError::from(error),
    })
}

/// An agent for a directory, without its configuration.
pub(crate) fn without_plugins(directory: &Path) -> Result<Agent, CliError> {
    Ok(Agent::builder().directory(directory).build()?)
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
