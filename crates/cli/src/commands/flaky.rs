//! `unbreak flaky`

use std::io::{self, Write};

use serde_json::{Value, json};

use super::asked::{Asked, exit_code, parts, shown};
use super::tool::{percent, set};
use crate::error::CliError;
use crate::exit::ExitCode;

/// Runs COMMAND many times: how often it fails, which tests fail, and what that depends on.
///
/// Exit code 0 when it always passed, 1 when it failed, always or sometimes, or could.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak flaky --sequential --why -- pytest -q tests/test_cart.py")]
pub struct FlakyArgs {
    /// Run it this often.
    #[arg(short = 'n', long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Run it until a failure rate of 1 % can be distinguished from one of 10 %, for each test.
    #[arg(long, conflicts_with = "runs")]
    sequential: bool,
    /// Run this many at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: u32,
    /// Do not report tests as flaky that fail in a smaller share of runs, as in 0.1.
    #[arg(long, value_name = "SHARE", default_value = "0")]
    threshold: f64,
    /// Find out what tests depend on: their order, the time, random numbers, hashes, races, the network.
    #[arg(long)]
    why: bool,
    /// Look for this cause only; may be given more than once.
    #[arg(long, value_name = "CAUSE", requires = "why", value_parser = ["order", "time", "randomness", "hash_seed", "race", "network"])]
    only: Vec<String>,
    /// Take the results of tests from this report in JUnit's format, which COMMAND writes.
    #[arg(long, value_name = "FILE")]
    report: Option<String>,
    #[command(flatten)]
    asked: Asked,
}

pub(crate) fn run(args: &FlakyArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let mut input = json!({
        "runs": args.runs,
        "sequential": args.sequential,
        "jobs": args.jobs,
        "threshold": args.threshold,
        "experiments": args.why,
        "only": args.only,
    });
    set(&mut input, "report", args.report.as_deref());
    let report = args.asked.report("flake_check", input, quiet, text)?;
    Ok(exit_code(report["verdict"] == "passes"))
}

fn text(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    for warning in parts(&report["warnings"]) {
        writeln!(out, "warning: {}", shown(warning))?;
    }
    writeln!(
        out,
        "{}: failed {}",
        shown(&report["verdict"]),
        percent(&report["failures"])
    )?;
    parts(&report["tests"])
        .iter()
        .try_for_each(|test| of_test(out, test))?;
    parts(&report["why"])
        .iter()
        .try_for_each(|why| reason(out, why))?;
    let solid = report["solid"].as_u64().unwrap_or_default();
    if solid > 0 {
        let (tests, they) = if solid == 1 {
            ("test", "it is")
        } else {
            ("tests", "they are")
        };
        writeln!(out, "  {solid} more {tests} never failed: {they} taken for solid")?;
    }
    writeln!(out, "{}", shown(&report["note"]))
}

fn of_test(out: &mut dyn Write, test: &Value) -> io::Result<()> {
    let kind = if test["flaky"] == true { "flaky" } else { "fails" };
    writeln!(
        out,
        "  {kind}: {}: failed {}",
        shown(&test["test"]),
        percent(&test["failures"])
    )?;
    parts(&test["why"]).iter().try_for_each(|why| reason(out, why))?;
    let past = &test["past"];
    match past["runs"].as_u64() {
        None => Ok(()),
        Some(runs) => writeln!(
            out,
            "      before this: failed {} of {runs}, the last ones {}",
            past["failures"],
            shown(&past["last"])
        ),
    }
}

fn reason(out: &mut dyn Write, why: &Value) -> io::Result<()> {
    let cause = shown(&why["cause"]).replace('_', " ");
    writeln!(out, "      {cause}: {}", shown(&why["why"]))
}
