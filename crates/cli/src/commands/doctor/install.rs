//! Tools that the doctor can install for strategies, outside of every workspace.

use std::path::Path;

use clap::ValueEnum;
use unbreak_core::{Command, Runner};
use unbreak_host::runner::ProcessRunner;

use crate::error::CliError;

/// A tool that can be installed for unbreak's own use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tool {
    /// TypeScript 6, whose language service offers code fixes: the last version that has one.
    Typescript,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Self::Typescript => "typescript",
        }
    }

    /// The command that installs it into a directory of its own.
    fn command(self, directory: &Path) -> Command {
        let directory = directory.to_string_lossy().into_owned();
        match self {
            Self::Typescript => Command::new(
                "npm",
                [
                    "install",
                    "--prefix",
                    &directory,
                    "--ignore-scripts",
                    "--no-audit",
                    "--no-fund",
                    "typescript@6",
                ],
            ),
        }
    }
}

/// Installs a tool below the directory where strategies look for it; returns its own directory there.
///
/// # Errors
/// If the package manager is missing or fails.
pub(super) async fn install(
    tool: Tool,
    tools: &Path,
    runner: &ProcessRunner,
) -> Result<std::path::PathBuf, CliError> {
    let directory = tools.join(tool.name());
    std::fs::create_dir_all(&directory)?;
    let command = tool.command(&directory);
    let cannot = || CliError::failed(format!("{} could not be installed", tool.name()));
    let completed = runner.run(&command).await.map_err(|error| {
        cannot()
            .caused_by(&error)
            .hint("that needs Node 20 or later with npm".to_owned())
    })?;
    if completed.exit.is_success() {
        return Ok(directory);
    }
    let said = String::from_utf8_lossy(&completed.stderr);
    let reason = said.trim().lines().last().unwrap_or_default();
    Err(cannot().hint(format!("'{command}' ended with {}: {reason}", completed.exit)))
}
