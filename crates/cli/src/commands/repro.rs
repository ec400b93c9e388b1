//! `unbreak repro`

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::asked::{Asked, exit_code};
use super::tool::{percent, set};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;

/// Runs COMMAND several times and reports whether it fails the same way each time.
///
/// Exit code 0 when every attempt showed the failure, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak repro --attempts 10 -- pytest -q tests/test_cart.py")]
pub struct ReproArgs {
    /// Run it this often.
    #[arg(short = 'n', long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,
    /// The failure to look for, as it was printed; otherwise the first one seen.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
}

pub(crate) fn run(args: &ReproArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({ "attempts": args.attempts });
    if let Some(file) = &args.expect {
        let unreadable =
            |error| CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error);
        let expected = std::fs::read(file).map_err(unreadable)?;
        set(&mut input, "expected", Some(String::from_utf8_lossy(&expected)));
    }
    let report = args.asked.report("repro_attempt", input, quiet, text)?;
    Ok(exit_code(report["reproduced"] == true))
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
