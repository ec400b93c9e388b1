//! `unbreak doctor`

mod install;
#[cfg(feature = "models")]
mod models;
mod place;
mod program;

use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use unbreak_core::Workspace as _;
use unbreak_host::runner::{CancelToken, Limits, ProcessRunner};

use crate::args::{ListFormat, WorkspaceArgs};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, visible};
use crate::{terminal, workspace};

/// Shows what is installed, what is missing, and what to do about it.
///
/// Exit code 1 when something is missing that unbreak cannot work without.
#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    workspace: WorkspaceArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// Install a tool for unbreak's own use, into its state directory.
    #[arg(long, value_name = "TOOL")]
    install: Option<install::Tool>,
}

/// A package manager on a slow connection takes its time.
const INSTALL_TIMEOUT: Duration = Duration::from_secs(600);

/// The result of one check.
#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    state: State,
    /// A version, a path, or the problem.
    found: String,
    /// Its purpose, or a hint what to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// Present and usable.
    Ok,
    /// Missing; some things cannot be done without it.
    Missing,
    /// Nothing can be done until this is fixed.
    Broken,
}

impl Check {
    fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self {
            name,
            state: State::Ok,
            found: found.into(),
            advice: None,
        }
    }

    fn missing(name: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            name,
            state: State::Missing,
            found: found.into(),
            advice: Some(advice.into()),
        }
    }

    fn broken(name: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            state: State::Broken,
            ..Self::missing(name, found, advice)
        }
    }
}

pub(crate) fn run(args: &DoctorArgs) -> Result<ExitCode, CliError> {
    let agent = workspace::without_plugins(&args.workspace.directory)?;
    let limits = Limits {
        timeout: Some(program::TIMEOUT),
        ..Limits::default()
    };
    let runner = ProcessRunner::new(agent.tree().root(), limits, CancelToken::new());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    if let Some(tool) = args.install {
        let limits = Limits {
            timeout: Some(INSTALL_TIMEOUT),
            ..Limits::default()
        };
        let runner = ProcessRunner::new(agent.tree().root(), limits, CancelToken::new());
        let tools = agent.tree().tools_directory();
        let directory = runtime.block_on(install::install(tool, &tools, &runner))?;
        writeln!(terminal::stderr(), "installed into {}", directory.display())?;
    }
    let mut checks = place::checks(&agent);
    #[cfg(feature = "models")]
    checks.extend(models::checks(&args.workspace.directory));
    checks.extend(runtime.block_on(program::checks(&runner)));
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &checks).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => checks.iter().try_for_each(|check| text(&mut out, check))?,
    }
    out.flush()?;
    Ok(match checks.iter().any(|check| check.state == State::Broken) {
        true => ExitCode::Fails,
        false => ExitCode::Passes,
    })
}

fn text(out: &mut dyn Write, check: &Check) -> std::io::Result<()> {
    let (style, mark) = match check.state {
        State::Ok => (style::GOOD, "✓"),
        State::Missing => (style::WARNING, "-"),
        State::Broken => (style::ERROR, "✗"),
    };
    writeln!(
        out,
        "{style}{mark}{style:#} {:<10} {}",
        check.name,
        visible(&check.found)
    )?;
    match &check.advice {
        Some(advice) => writeln!(out, "             {}", visible(advice)),
        None => Ok(()),
    }
}
