//! The common state of all connections of a server.

use std::path::Path;

use unbreak_host::{Agent, RunOptions};

use super::documents::Documents;
use super::jobs::Jobs;
use super::roots::Roots;
use crate::args::{AgentArgs, PluginFlags, SandboxFlags};
use crate::error::CliError;
use crate::workspace;

/// The operator's settings when the server was started.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The settings of plug-ins.
    pub(crate) plugins: PluginFlags,
    /// The settings of the sandbox.
    pub(crate) sandbox: SandboxFlags,
    /// The settings of models.
    #[cfg(feature = "models")]
    pub(crate) models: crate::args::ModelFlags,
    /// Answer every question with yes.
    pub(crate) yes: bool,
    /// Classes of fixes that are allowed.
    pub(crate) allow: Vec<String>,
}

/// The common state of all connections.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    /// The directories, if the client does not name any.
    pub(super) roots: Roots,
    /// Whether the roots of clients replace these.
    pub(super) asks_for_roots: bool,
    pub(super) jobs: Jobs,
    pub(super) documents: Documents,
}

impl Shared {
    /// An agent for a directory, with its configuration and the operator's settings.
    ///
    /// # Errors
    /// If the directory or its configuration cannot be used.
    pub(super) fn agent(&self, directory: &Path) -> Result<Agent, CliError> {
        let args = AgentArgs {
            directory: directory.to_owned(),
            plugins: self.settings.plugins.clone(),
            sandbox: self.settings.sandbox.clone(),
        };
        #[cfg(feature = "models")]
        return workspace::agent_with_models(&args, &self.settings.models);
        #[cfg(not(feature = "models"))]
        workspace::agent(&args)
    }

    /// The options of a run that only the operator can set, not a client.
    pub(super) fn run_options(&self) -> RunOptions {
        RunOptions {
            assume_yes: self.settings.yes,
            allow: self.settings.allow.iter().cloned().collect(),
            ..RunOptions::default()
        }
    }
}
