//! Plug-ins that are loaded at run time, for a directory.

use std::io::Write as _;
use std::path::Path;

use unbreak_core::RegistryBuilder;
use unbreak_host::plugins::{self, LoadOptions, PluginError, PluginErrorKind};

use crate::commands::plugin::Operator;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, visible};
use crate::terminal;

/// The options for finding plug-ins for a directory.
pub(crate) fn options(directory: &Path) -> LoadOptions {
    LoadOptions {
        project: Some(directory.to_owned()),
        host_program: std::env::current_exe().ok(),
        ..LoadOptions::default()
    }
}

/// Adds them. A plug-in that cannot be loaded gives a warning.
pub(crate) fn add(registry: RegistryBuilder, directory: &Path) -> RegistryBuilder {
    let (registry, problems) = plugins::load(&options(directory), &mut Operator, registry);
    for problem in &problems {
        // Without a reader of the warning, the program still does its work.
        let _ = warn(problem);
    }
    registry
}

fn warn(problem: &PluginError) -> std::io::Result<()> {
    let (warning, hint) = (style::WARNING, style::HINT);
    let mut out = terminal::stderr();
    writeln!(
        out,
        "{warning}warning:{warning:#} {}",
        visible(&problem.to_string())
    )?;
    match problem.hint() {
        Some(advice) => writeln!(out, "{hint}hint:{hint:#} {}", visible(&advice)),
        None => Ok(()),
    }
}

impl From<PluginError> for CliError {
    fn from(error: PluginError) -> Self {
        let exit = match error.kind() {
            PluginErrorKind::Untrusted | PluginErrorKind::Changed => ExitCode::Refused,
            PluginErrorKind::Manifest(_) => ExitCode::Usage,
            _ => ExitCode::Fails,
        };
        Self::of(exit, &error).hint(error.hint())
    }
}
