//! `unbreak flaky`

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, percent, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::terminal;

/// Runs COMMAND many times: how often it fails, which tests, and what that depends on.
///
/// Exit code 0 when it always passed, 1 when it failed, always or sometimes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak flaky --sequential --why -- pytest -q tests/test_cart.py")]
pub struct FlakyArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// Run it so often.
    #[arg(short = 'n', long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Run it until a failure rate of 1 % and one of 10 % can be told apart.
    #[arg(long, conflicts_with = "runs")]
    sequential: bool,
    /// Run so many at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: u32,
    /// Call nothing flaky that fails in a smaller share of runs, as in 0.1.
    #[arg(long, value_name = "SHARE", default_value = "0")]
    threshold: f64,
    /// If it is flaky, find out what that depends on.
    #[arg(long)]
    why: bool,
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

pub(crate) fn run(args: &FlakyArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({
        "command": args.command,
        "runs": args.runs,
        "sequential": args.sequential,
        "jobs": args.jobs,
        "threshold": args.threshold,
        "experiments": args.why,
    });
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    let report = tool::call(&args.workspace, "flake_check", input, quiet)?;
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            text(&mut out, &report)?;
            out.flush()?;
        }
    }
    Ok(match report["verdict"].as_str() {
        Some("passes") => ExitCode::Passes,
        _ => ExitCode::Fails,
    })
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    let verdict = report["verdict"].as_str().unwrap_or_default();
    writeln!(out, "{verdict}: failed {}", percent(&report["failures"]))?;
    for test in report["tests"].as_array().into_iter().flatten() {
        let name = visible(test["test"].as_str().unwrap_or_default());
        let flaky = if test["flaky"] == true { "flaky" } else { "fails" };
        writeln!(out, "  {flaky}: {name}: {}", percent(&test["failures"]))?;
    }
    for finding in report["experiments"].as_array().into_iter().flatten() {
        let name = finding["name"].as_str().unwrap_or_default();
        let cause = match finding["cause"].as_str() {
            Some(cause) => format!(": it depends on {cause}"),
            None => String::new(),
        };
        writeln!(
            out,
            "  with {name}: failed {}{cause}",
            percent(&finding["failures"])
        )?;
    }
    writeln!(out, "{}", visible(report["note"].as_str().unwrap_or_default()))
}
