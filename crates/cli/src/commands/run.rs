//! `unbreak run`

mod patch;
mod program;
mod question;
mod report_file;
mod teller;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use unbreak_core::policy::guard::Rule;
use unbreak_core::{Command, RelPath, Report};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions, TaskDescription};

use self::patch::PatchFile;
#[cfg(feature = "mcp")]
pub(crate) use self::program::check as check_program;
use self::report_file::ReportFile;
use self::teller::Teller;
use crate::args::AgentArgs;
use crate::commands::interrupt;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::{terminal, workspace};

/// Runs COMMAND, and while it fails, looks for the smallest change that makes it pass. Every change is
/// verified by running the command again, and rolled back if it does not help.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak run -- pytest -q")]
pub struct RunArgs {
    #[command(flatten)]
    pub(super) workspace: AgentArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: Format,
    /// Answer every question with yes, except those that need an --allow.
    #[arg(short, long)]
    yes: bool,
    /// Repair warnings about deprecated code, too, when COMMAND succeeds.
    #[arg(long)]
    warnings: bool,
    /// Verify the fixes and show them, but leave the tree as it is.
    #[arg(long)]
    dry_run: bool,
    /// Write the fixes to FILE (`-`: standard output) as a unified diff, and leave the tree as it is.
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// Write the report to FILE as well, in a format for the whole report: html=report.html; may be repeated.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = ReportFile::parse)]
    report: Vec<ReportFile>,
    /// Make one git commit for each fix.
    #[arg(long, conflicts_with_all = ["dry_run", "patch"])]
    commit: bool,
    /// Allow fixes that are otherwise refused, by class.
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    allow: Vec<String>,
    /// Stop after this many iterations.
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    max_iterations: u32,
    /// Kill COMMAND when one run of it takes longer, as in 90s or 5m; 0 for no limit. Once assertions
    /// have failed, a later run is also killed when it writes nothing for 5 minutes, or for 20 times the
    /// longest run if that is more.
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = duration)]
    timeout: Duration,
    /// Stop after this much time in total.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget_time: Option<Duration>,
    /// Stop after N runs of COMMAND, the first one included.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    budget_runs: Option<u32>,
    /// Try up to N alternatives at once, each in a copy of the tree. COMMAND must be able to run N times in
    /// parallel.
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
    /// Wait this long for another run in the workspace to end.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    wait: Option<Duration>,
    /// The task that COMMAND belongs to, in words. Each failing test is then repaired by itself, and runs
    /// alone before COMMAND does.
    #[arg(long, value_name = "TEXT")]
    task: Option<String>,
    /// A file that the task is about; may be repeated.
    #[arg(long, value_name = "FILE", requires = "task")]
    focus: Vec<String>,
    /// A file or glob that must exist in the end; may be repeated.
    #[arg(long, value_name = "PATH")]
    deliver: Vec<String>,
    /// The settings of language models.
    #[cfg(feature = "models")]
    #[command(flatten)]
    models: crate::args::ModelFlags,
    /// The command and its arguments, after `--`.
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// The output formats of `run`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The story as it happens, and a summary.
    Text,
    /// One event per line as it happens, with the report as the last.
    Jsonl,
    /// The report.
    Json,
    /// The report, for pull requests and job summaries.
    Markdown,
    /// SARIF 2.1.0: remaining errors as results.
    Sarif,
    /// Annotations for GitHub.
    Github,
    /// One HTML file: what happened, each fix with its evidence, what was refused.
    Html,
    /// The fixes as a unified diff, as `--patch -` asks for it.
    #[value(skip)]
    Patch,
}

pub(crate) fn run(args: &RunArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let report = run_through(args, quiet, async |agent, work, observer, cancel| {
        let (command, options) = work;
        Ok(agent.run(command, options, observer, cancel).await?)
    })?;
    Ok(ExitCode::from(&report.outcome))
}

/// Makes a run according to the arguments and reports it; `work` makes the agent run.
pub(super) fn run_through(
    args: &RunArgs,
    quiet: bool,
    work: impl AsyncFnOnce(
        &Agent,
        (&Command, &RunOptions),
        &mut dyn Observer,
        &CancelToken,
    ) -> Result<Report, CliError>,
) -> Result<Report, CliError> {
    let command = command(args)?;
    #[cfg(feature = "models")]
    let agent = workspace::agent_with_models(&args.workspace, &args.models)?;
    #[cfg(not(feature = "models"))]
    let agent = workspace::agent(&args.workspace)?;
    let format = patch::format(args)?;
    let patch = PatchFile::of(args)?;
    args.report.iter().try_for_each(ReportFile::check)?;
    let report = repair(args, (format, quiet), &agent, &command, work)
        .inspect_err(|_| patch.iter().for_each(PatchFile::abandon))?;
    if let Some(patch) = &patch {
        patch.write(&report.diff)?;
        if !quiet {
            writeln!(terminal::stderr(), "the patch is in {}", patch.path().display())?;
        }
    }
    Ok(report)
}

fn command(args: &RunArgs) -> Result<Command, CliError> {
    let Some((program, rest)) = args.command.split_first() else {
        return Err(CliError::usage("there is no command to run")
            .hint("put it after two dashes, for example: unbreak run -- pytest -q".to_owned()));
    };
    program::check(program, &args.workspace.directory)?;
    Ok(Command::new(program, rest))
}

fn repair(
    args: &RunArgs,
    (format, quiet): (Format, bool),
    agent: &Agent,
    command: &Command,
    work: impl AsyncFnOnce(
        &Agent,
        (&Command, &RunOptions),
        &mut dyn Observer,
        &CancelToken,
    ) -> Result<Report, CliError>,
) -> Result<Report, CliError> {
    let cancel = CancelToken::new();
    let cannot_start = |error| CliError::failed("the run could not be started").caused_by(&error);
    interrupt::listen(cancel.clone(), "rolling back unverified changes").map_err(cannot_start)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(cannot_start)?;
    let mut teller = Teller::new(format, &args.report, quiet, agent.tree(), &cancel);
    let options = options(args)?;
    let report = runtime.block_on(work(agent, (command, &options), &mut teller, &cancel))?;
    match teller.end(&report).map_err(CliError::from) {
        Err(error) if !error.is_closed_pipe() => Err(error),
        _ => Ok(report),
    }
}

#[expect(
    clippy::field_reassign_with_default,
    reason = "the options may grow, so they cannot be written as one expression here"
)]
fn options(args: &RunArgs) -> Result<RunOptions, CliError> {
    let mut options = RunOptions::default();
    options.max_iterations = args.max_iterations;
    options.timeout = Some(args.timeout).filter(|timeout| !timeout.is_zero());
    options.budget_time = args.budget_time;
    options.budget_runs = args.budget_runs;
    options.jobs = args.jobs;
    options.allow = args.allow.iter().cloned().collect::<BTreeSet<String>>();
    options.assume_yes = args.yes;
    options.dry_run = args.dry_run || args.patch.is_some();
    options.commit = args.commit;
    options.warnings = args.warnings;
    options.wait_for_lock = args.wait;
    options.deliverables.clone_from(&args.deliver);
    options.task = task(args)?;
    #[cfg(feature = "models")]
    {
        options.show_prompts = args.models.show_prompt;
    }
    Ok(options)
}

fn task(args: &RunArgs) -> Result<Option<TaskDescription>, CliError> {
    let focus = focus_files(&args.workspace.directory, &args.focus)?;
    Ok(args.task.as_ref().map(|text| TaskDescription::new(text, focus)))
}

/// The files that a task is about.
///
/// # Errors
/// If one of them does not exist.
pub(crate) fn focus_files(directory: &Path, files: &[String]) -> Result<Vec<RelPath>, CliError> {
    let focus = files.iter().map(|file| {
        let is_there = directory.join(file).is_file();
        let inside = RelPath::new(file.as_str()).ok().filter(|_| is_there);
        inside.ok_or_else(|| {
            CliError::usage(format!("focus {file}: there is no such file in the workspace"))
                .hint("give its path relative to the workspace".to_owned())
        })
    });
    focus.collect()
}

/// Parses a time as people write it, "1m 30s"; a plain number counts seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(seconds) => Ok(Duration::from_secs(seconds)),
        Err(_) => {
            humantime::parse_duration(text).map_err(|error| format!("{error}; write it as in 90s or 5m"))
        }
    }
}
