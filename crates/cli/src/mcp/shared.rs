//! What all connections of a server have in common.

use std::path::Path;

use unbreak_host::{Agent, RunOptions};

use super::documents::Documents;
use super::jobs::Jobs;
use super::roots::Roots;
use crate::args::{AgentArgs, PluginFlags, SandboxFlags};
use crate::error::CliError;
use crate::workspace;

/// What the operator said when the server was started.
#[derive(Debug)]
pub(crate) struct Settings {
    /// What is said of plug-ins.
    pub(crate) plugins: PluginFlags,
    /// What is said of the sandbox.
    pub(crate) sandbox: SandboxFlags,
    /// What is said of models.
    #[cfg(feature = "models")]
    pub(crate) models: crate::args::ModelFlags,
    /// Answer every question with yes.
    pub(crate) yes: bool,
    /// Classes of fixes that are allowed.
    pub(crate) allow: Vec<String>,
}

/// What all connections have in common.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    /// Where it works, if the client does not say.
    pub(super) roots: Roots,
    /// Whether the roots of clients replace these.
    pub(super) asks_for_roots: bool,
    pub(super) jobs: Jobs,
    pub(super) documents: Documents,
}

impl Shared {
    /// An agent for a directory, as its configuration and the operator will have it.
    ///
    /// # Errors
    /// When the directory or its configuration cannot be used.
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

    /// The options of a run that the operator decides over, and no client.
    pub(super) fn run_options(&self) -> RunOptions {
        RunOptions {
            assume_yes: self.settings.yes,
            allow: self.settings.allow.iter().cloned().collect(),
            ..RunOptions::default()
        }
    }
}
