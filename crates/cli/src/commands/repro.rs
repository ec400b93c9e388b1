//! `unbreak repro`

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, percent, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::terminal;

/// Runs COMMAND several times and says whether it fails the same way each time.
///
/// Exit code 0 when every attempt showed the failure, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak repro --attempts 10 -- pytest -q tests/test_cart.py")]
pub struct ReproArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// Run it so often.
    #[arg(short = 'n', long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,
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

pub(crate) fn run(args: &ReproArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({ "command": args.command, "attempts": args.attempts });
    set(
        &mut input,
        "timeout_seconds",
        args.timeout.map(|limit| limit.as_secs_f64()),
    );
    if let Some(file) = &args.expect {
        let unreadable =
            |error| CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error);
        let expected = std::fs::read(file).map_err(unreadable)?;
        set(&mut input, "expected", Some(String::from_utf8_lossy(&expected)));
    }
    let report = tool::call(&args.workspace, "repro_attempt", input, quiet)?;
    match args.format {
        ListFormat::Json => tool::print(&report)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            text(&mut out, &report)?;
            out.flush()?;
        }
    }
    Ok(match report["reproduced"] == true {
        true => ExitCode::Passes,
        false => ExitCode::Fails,
    })
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    if let Some(message) = report["expected"]["message"].as_str() {
        let place = report["expected"]["place"].as_str().unwrap_or("an unknown place");
        writeln!(out, "the failure: {}\n  in {}", visible(message), visible(place))?;
    }
    for (number, attempt) in (1..).zip(report["attempts"].as_array().into_iter().flatten()) {
        let what = match (attempt["matches"] == true, attempt["other"]["message"].as_str()) {
            (true, _) => "the failure".to_owned(),
            (false, Some(other)) => format!("another failure: {}", visible(other)),
            (false, None) => "no failure".to_owned(),
        };
        writeln!(out, "attempt {number}: {what} ({} ms)", attempt["duration_ms"])?;
    }
    let reproduced = if report["reproduced"] == true {
        "reproduced"
    } else {
        "not reproduced"
    };
    writeln!(out, "{reproduced}: {}", percent(&report["matches"]))?;
    writeln!(out, "{}", visible(report["note"].as_str().unwrap_or_default()))
}
