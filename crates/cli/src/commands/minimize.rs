//! `unbreak minimize`

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Runs COMMAND on smaller and smaller versions of INPUT, and keeps the smallest that still fails
/// in the same way. INPUT itself is only read.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak minimize --output small.py crash.py -- python3 {}")]
pub struct MinimizeArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// Try this many candidates at a time; as many as there are processors, if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write the result to FILE; to standard output, if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep what makes COMMAND end with this exit code, whatever it says, instead of the same failure.
    #[arg(long, value_name = "N")]
    interesting_exit: Option<i32>,
    /// Stop after this many runs of COMMAND.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget_calls: Option<u64>,
    /// Kill COMMAND when one run takes longer, as in 90s; follows from the first run, if not given.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format: the result, or a report that holds it.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The file to be reduced.
    input: PathBuf,
    /// The command that fails, after `--`; `{}` stands for the file.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &MinimizeArgs, quiet: bool) -> Result<ExitCode, CliError> {
    if let Some(output) = &args.output {
        // Better to know now that it cannot be written than when all is done.
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(output);
        opened.map_err(|error| unwritable(output, &error))?;
    }
    let report = tool::call(&args.workspace, "minimize_repro", input(args)?, quiet)?;
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => write(args.output.as_deref(), &bytes(&report))?,
    }
    if let (ListFormat::Json, Some(output)) = (args.format, &args.output) {
        write(Some(output), &bytes(&report))?;
    }
    if !quiet {
        summary(&report)?;
    }
    Ok(exit(&report))
}

fn input(args: &MinimizeArgs) -> Result<Value, CliError> {
    let path = std::path::absolute(&args.input)?;
    let mut input = json!({ "input": path, "command": args.command });
    set(&mut input, "jobs", args.jobs);
    set(&mut input, "interesting_exit", args.interesting_exit);
    set(&mut input, "budget_calls", args.budget_calls);
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    Ok(input)
}

fn bytes(report: &Value) -> Vec<u8> {
    match (report["text"].as_str(), report["bytes_hex"].as_str()) {
        (Some(text), _) => text.as_bytes().to_vec(),
        (None, hex) => from_hexadecimal(hex.unwrap_or_default()),
    }
}

fn from_hexadecimal(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|digit| digit.to_digit(16)?.try_into().ok())
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

fn write(output: Option<&Path>, text: &[u8]) -> Result<(), CliError> {
    match output {
        Some(output) => std::fs::write(output, text).map_err(|error| unwritable(output, &error)),
        None => {
            let mut out = terminal::stdout_for_programs();
            out.write_all(text)?;
            Ok(out.flush()?)
        }
    }
}

fn unwritable(output: &Path, error: &std::io::Error) -> CliError {
    CliError::usage(format!("the result cannot be written to {}", output.display())).caused_by(error)
}

fn summary(report: &Value) -> Result<(), CliError> {
    let end = match report["end"].as_str() {
        Some("budget") => ": the budget is used up",
        Some("interrupted") => ": interrupted",
        _ => "",
    };
    writeln!(
        terminal::stderr(),
        "{} bytes of {} are left after {} runs{end}",
        report["bytes"],
        report["original_bytes"],
        report["calls"]
    )?;
    Ok(())
}

fn exit(report: &Value) -> ExitCode {
    match report["end"].as_str() {
        Some("interrupted") => ExitCode::Interrupted,
        _ => ExitCode::Passes,
    }
}
