//! `unbreak bisect`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, svg, visible};
use crate::terminal;

/// Finds the commit that broke COMMAND, between one on which it passes and one on which it fails. Your work
/// tree and repository are only read.
///
/// Exit code 0 when one commit was found, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak bisect --good v1.4 -- pytest -q tests/test_cart.py")]
pub struct BisectArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// A commit on which COMMAND passes.
    #[arg(long, value_name = "REF")]
    good: String,
    /// A commit on which it fails.
    #[arg(long, value_name = "REF", default_value = "HEAD")]
    bad: String,
    /// Take merges as one commit each.
    #[arg(long)]
    first_parent: bool,
    /// The failure is known to be flaky: search with probabilities from the beginning.
    #[arg(long)]
    flaky: bool,
    /// Test this many commits at a time; as many as there are processors, if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Stop a search with probabilities after this many runs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_runs: Option<u32>,
    /// The failure to look for, as it was printed; otherwise what the bad commit shows.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Continue from the log of an earlier search, in git's format.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Write the log to FILE, in git's format.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Draw the search to FILE, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Continue an interrupted search with the same arguments.
    #[arg(long)]
    resume: bool,
    /// Trust one run of each commit, as `git bisect run` does: none is run again to find out whether the
    /// failure is certain.
    #[arg(long, conflicts_with = "flaky")]
    no_confirm: bool,
    /// A directory of build results below the workspace (as in target) that all commits share; may
    /// be repeated. Without it each of the commits that are tested at a time has its own.
    #[arg(long, value_name = "DIR")]
    share: Vec<PathBuf>,
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

pub(crate) fn run(args: &BisectArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let report = tool::call(&args.workspace, "git_bisect", input(args)?, quiet)?;
    if let Some(log) = &args.log {
        write(log, report["log"].as_str().unwrap_or_default().as_bytes())?;
    }
    if let Some(file) = &args.svg {
        let mut picture = Vec::new();
        svg::bisect(&mut picture, &report)?;
        write(file, &picture)?;
    }
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            text(&mut out, &report)?;
            out.flush()?;
        }
    }
    Ok(match report["first_bad"].is_null() {
        true => ExitCode::Fails,
        false => ExitCode::Passes,
    })
}

fn input(args: &BisectArgs) -> Result<Value, CliError> {
    let mut input = json!({
        "command": args.command,
        "good": args.good,
        "bad": args.bad,
        "first_parent": args.first_parent,
        "flaky": args.flaky,
        "resume": args.resume,
        "confirm": !args.no_confirm,
        "share": args.share,
    });
    set(&mut input, "jobs", args.jobs);
    set(&mut input, "max_runs", args.max_runs);
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    set(
        &mut input,
        "expected",
        args.expect.as_deref().map(read).transpose()?,
    );
    set(&mut input, "log", args.replay.as_deref().map(read).transpose()?);
    Ok(input)
}

/// Writes a requested file.
pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let unwritable =
        |error| CliError::failed(format!("{} cannot be written", file.display())).caused_by(&error);
    std::fs::write(file, bytes).map_err(unwritable)
}

fn read(file: &Path) -> Result<String, CliError> {
    let unreadable = |error| CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error);
    let text = std::fs::read(file).map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
    for warning in list("warnings") {
        writeln!(out, "warning: {}", visible(warning.as_str().unwrap_or_default()))?;
    }
    match &report["first_bad"] {
        Value::Null => {
            writeln!(
                out,
                "the first bad commit is one of these; the rest cannot be tested:"
            )?;
            list("candidates").iter().try_for_each(|one| commit(out, one))?;
        }
        first => {
            writeln!(out, "the first bad commit:")?;
            commit(out, first)?;
            // Rounded down, because nothing is completely certain.
            let confidence = (report["confidence"].as_f64().unwrap_or_default() * 100.0).floor();
            let why = match report["steady"] == false {
                true => ": some runs contradict others",
                false => "",
            };
            writeln!(out, "with {confidence:.0} % confidence{why}")?;
            if !report["last_good"].is_null() {
                writeln!(out, "the last good one before it:")?;
                commit(out, &report["last_good"])?;
            }
            writeln!(out, "\n{}", visible(report["diff"].as_str().unwrap_or_default()))?;
        }
    }
    let runs = list("runs");
    let skipped = runs.iter().filter(|run| run["verdict"] == "skip").count();
    let faint = style::FAINT;
    writeln!(
        out,
        "{faint}{} commits, {} runs, {skipped} skipped{faint:#}",
        report["commits"],
        runs.len()
    )
}

fn commit(out: &mut dyn Write, commit: &Value) -> io::Result<()> {
    let part = |name: &str| visible(commit[name].as_str().unwrap_or_default()).into_owned();
    writeln!(out, "  {} {} ({})", part("id"), part("summary"), part("author"))
}
