//! Steps that the session makes by itself.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use unbreak_core::Command;
use unbreak_core::policy::guard::Rule;
use unbreak_core::session::{Input, Resolution};
use unbreak_host::debug::{Advance, Debugger, Saved, Setup};
use unbreak_host::{RunOptions, Silent};

use super::{MEANWHILE, SessionArgs, read, read_if, show, surroundings};
use crate::args::{AgentArgs, ListFormat};
use crate::commands::run::duration;
use crate::commands::tool::drive;
use crate::error::CliError;
use crate::exit::ExitCode;

/// The initial settings of a session.
#[derive(Debug, Args)]
struct SetupArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// A commit on which COMMAND passes; by default one is searched.
    #[arg(long, value_name = "REF")]
    good: Option<String>,
    /// Do not bisect, for this reason.
    #[arg(long, value_name = "REASON", conflicts_with = "good")]
    skip_bisect: Option<String>,
    /// The failure to look for, as it was printed; otherwise the first one seen.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Kill COMMAND when one run takes longer, as in 90s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The command and its arguments, after `--`.
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl SetupArgs {
    fn setup(&self) -> Result<Setup, CliError> {
        let mut setup = Setup::default();
        setup.good.clone_from(&self.good);
        setup.skip_bisect.clone_from(&self.skip_bisect);
        setup.expected = read_if(self.expect.as_ref())?;
        setup.timeout_seconds = self.timeout.map(|limit| limit.as_secs_f64());
        Ok(setup)
    }

    fn command(&self) -> Command {
        let (program, arguments) = self.command.split_first().unwrap_or((&EMPTY, &[]));
        Command::new(program, arguments)
    }
}

/// Never used, because clap requires a command.
static EMPTY: String = String::new();

/// How a fix is verified.
#[derive(Debug, Args)]
struct VerifyArgs {
    /// Leave the fix in the tree if the command passes with it; otherwise it is rolled back.
    #[arg(short, long)]
    yes: bool,
    /// Allow fixes that are otherwise refused, by class.
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    allow: Vec<String>,
}

impl VerifyArgs {
    fn options(&self) -> RunOptions {
        RunOptions {
            // A change that is rolled back needs no answer.
            assume_yes: true,
            dry_run: !self.yes,
            allow: self.allow.iter().cloned().collect(),
            ..RunOptions::default()
        }
    }
}

/// Begins a session about COMMAND. Nothing is run yet.
#[derive(Debug, Args)]
pub(super) struct StartArgs {
    #[command(flatten)]
    setup: SetupArgs,
}

pub(super) fn start(args: &StartArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let (setup, command) = (args.setup.setup()?, args.setup.command());
    let workspace = &args.setup.workspace;
    let saved = drive(workspace, quiet, MEANWHILE, async |agent, cancel, follower| {
        let around = surroundings(agent, cancel, follower);
        Ok(Debugger::start(around, command, setup)?.saved().clone())
    })?;
    show(&saved, args.setup.format)?;
    Ok(ExitCode::Passes)
}

/// Goes through a whole session by experiments alone: reproduces the failure, finds the commit that
/// introduced it and the part of it that causes it, verifies that reverting this part fixes it, and writes
/// the postmortem.
///
/// Exit code 0 when the cause was found, 1 when not.
#[derive(Debug, Args)]
#[command(after_help = "Example: unbreak debug auto --good v1.4 -- pytest -q")]
pub(super) struct AutoArgs {
    #[command(flatten)]
    verify: VerifyArgs,
    #[command(flatten)]
    setup: SetupArgs,
}

pub(super) fn auto(args: &AutoArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let (setup, command) = (args.setup.setup()?, args.setup.command());
    let options = args.verify.options();
    let workspace = &args.setup.workspace;
    let saved = drive(workspace, quiet, MEANWHILE, async |agent, cancel, follower| {
        let around = surroundings(agent, cancel, follower);
        let mut debugger = Debugger::start(around, command, setup)?;
        debugger.auto(&options, &mut Silent).await?;
        Ok(debugger.saved().clone())
    })?;
    show(&saved, args.setup.format)?;
    Ok(exit(&saved))
}

/// The exit code: whether the cause was found.
fn exit(saved: &Saved) -> ExitCode {
    let resolution = saved
        .session
        .record()
        .postmortem
        .as_ref()
        .map(|written| written.resolution);
    match resolution {
        Some(Resolution::Fixed | Resolution::Proposed | Resolution::Diagnosed) => ExitCode::Passes,
        _ => ExitCode::Fails,
    }
}

/// Does the work of the present state: makes its experiments, or states hypotheses from evidence.
#[derive(Debug, Args)]
pub(super) struct StepArgs {
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    verify: VerifyArgs,
    /// Answer the question that the session is paused for, and continue.
    #[arg(long, value_name = "TEXT")]
    answer: Option<String>,
    /// Do not bisect, for this reason.
    #[arg(long, value_name = "REASON")]
    skip_bisect: Option<String>,
}

pub(super) fn step(args: &StepArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let options = args.verify.options();
    let mut waits = None;
    let exit = args.session.with(quiet, async |debugger| {
        if let Some(answer) = &args.answer {
            debugger.tell(Input::Answered {
                answer: answer.clone(),
            })?;
        }
        if let Some(reason) = &args.skip_bisect {
            return debugger.tell(Input::BisectSkipped {
                reason: reason.clone(),
            });
        }
        if let Advance::Waits(reason) = debugger.advance(&options, &mut Silent).await? {
            waits = Some(reason);
        }
        Ok(())
    })?;
    match waits {
        None => Ok(exit),
        Some(reason) => Err(CliError::failed(format!(
            "the session cannot continue automatically: {reason}"
        ))),
    }
}

/// Proposes a fix, and verifies it by running the command. It is rolled back afterwards, unless --yes.
#[derive(Debug, Args)]
pub(super) struct FixArgs {
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    verify: VerifyArgs,
    /// The fix as a unified diff; by default the one that the experiments found.
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// The title of the fix, in one line.
    #[arg(long, value_name = "TEXT", default_value = "the patch", requires = "patch")]
    title: String,
    /// It is a guess without enough evidence; needs --elevate.
    #[arg(long, requires = "patch")]
    shotgun: bool,
    /// As the operator, allow a guess without enough evidence.
    #[arg(long, requires = "patch")]
    elevate: bool,
}

pub(super) fn fix(args: &FixArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let options = args.verify.options();
    let patch = args.patch.as_deref().map(read).transpose()?;
    let mut fails = None;
    let exit = args.session.with(quiet, async |debugger| {
        match &patch {
            Some(patch) => {
                let fix = debugger.fix_of(patch, &args.title)?;
                debugger
                    .propose(fix, args.shotgun, args.elevate, &options, &mut Silent)
                    .await?;
            }
            None => debugger.propose_found(&options, &mut Silent).await?,
        }
        let verified = debugger
            .saved()
            .session
            .record()
            .proposal
            .as_ref()
            .and_then(|one| one.verified);
        fails = (verified != Some(true)).then(|| debugger.saved().evidence.verification.clone());
        Ok(())
    })?;
    Ok(if fails.is_some() { ExitCode::Fails } else { exit })
}
