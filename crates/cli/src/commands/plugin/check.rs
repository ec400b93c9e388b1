//! `unbreak plugin check`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use unbreak_core::{Command, ExitState, Runner as _};
use unbreak_host::CancelToken;
use unbreak_host::plugins::{self, Checked, Isolation, LoadOptions, Subject};
use unbreak_host::runner::{Limits, ProcessRunner};

use crate::commands::interrupt;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, visible};
use crate::{loaded, terminal};

/// Builds a plug-in and checks it against the rules for all plug-ins: its examples, its manifest, the same
/// result each time, no crash on any input.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Its directory, or the file of a declarative parser or of rules.
    #[arg(default_value = ".")]
    plugin: PathBuf,
    /// Do not run the manifest's build command first.
    #[arg(long)]
    no_build: bool,
    /// Load it into this process instead of a child.
    #[arg(long)]
    in_process: bool,
}

pub(super) fn run(args: &CheckArgs) -> Result<ExitCode, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone(), "ending what it started")?;
    if !args.no_build {
        runtime.block_on(build(&args.plugin, &cancel))?;
    }
    let cannot = |error: std::io::Error| CliError::failed("there is no room to check in").caused_by(&error);
    let home = tempfile::tempdir().map_err(cannot)?;
    let scratch = tempfile::tempdir().map_err(cannot)?;
    let installed = plugins::install(&args.plugin, home.path())?;
    let options = LoadOptions {
        home: home.path().to_owned(),
        ..loaded::options(".".as_ref())
    };
    let subject = Subject {
        candidate: &installed.candidate,
        isolation: if args.in_process {
            Isolation::InProcess
        } else {
            Isolation::Child
        },
        options: &options,
        scratch: scratch.path(),
        cancel: &cancel,
    };
    let checked = runtime.block_on(plugins::check(subject));
    report(&installed.candidate.manifest.id, &checked)
}

/// Runs the manifest's build command, if it has one.
pub(super) async fn build(plugin: &Path, cancel: &CancelToken) -> Result<(), CliError> {
    let Some(command) = plugins::build_command(plugin)? else {
        return Ok(());
    };
    let faint = style::FAINT;
    writeln!(terminal::stderr(), "{faint}$ {command}{faint:#}")?;
    let runner = ProcessRunner::new(plugin, Limits::default(), cancel.clone());
    let completed = runner.run(&command).await;
    let completed =
        completed.map_err(|error| CliError::failed("the plug-in could not be built").caused_by(&error))?;
    match completed.exit {
        ExitState::Code(0) => Ok(()),
        ExitState::Cancelled => Err(CliError::new(ExitCode::Interrupted, "interrupted")),
        exit => Err(unbuilt(&command, exit, &completed.stderr)),
    }
}

fn unbuilt(command: &Command, exit: ExitState, said: &[u8]) -> CliError {
    let said = String::from_utf8_lossy(said);
    CliError::failed(format!(
        "the plug-in could not be built: {command}: {exit}\n{}",
        said.trim_end()
    ))
    .hint("'build' in plugin.toml names the command; --no-build leaves it out".to_owned())
}

fn report(id: &str, checked: &Checked) -> Result<ExitCode, CliError> {
    let checks = &checked.checks;
    let mut out = terminal::stdout();
    let (good, bad) = (style::GOOD, style::ERROR);
    for check in checks {
        match &check.outcome {
            Ok(()) => writeln!(out, "{good}✓{good:#} {}", check.name)?,
            Err(reason) => {
                writeln!(out, "{bad}✗{bad:#} {}", check.name)?;
                for line in reason.lines() {
                    writeln!(out, "    {}", visible(line))?;
                }
            }
        }
    }
    if let Some(call) = checked.call {
        let (faint, micros) = (style::FAINT, call.as_secs_f64() * 1e6);
        writeln!(
            out,
            "{faint}a call with a log of 64 KiB takes {micros:.1} µs{faint:#}"
        )?;
    }
    let failed = checks.iter().filter(|check| check.outcome.is_err()).count();
    match failed {
        0 => writeln!(out, "{id} is as a plug-in must be")?,
        failed => writeln!(out, "{id}: {failed} of {} checks failed", checks.len())?,
    }
    out.flush()?;
    Ok(if failed == 0 {
        ExitCode::Passes
    } else {
        ExitCode::Fails
    })
}
