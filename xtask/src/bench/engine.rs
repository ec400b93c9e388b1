//! `bench loop`: the cost of the engine itself, apart from the user's command.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use unbreak_core::{Outcome, Report};
use xshell::{Shell, cmd};

use super::program;
use crate::{example, layout, setup};

/// The default number of repairs of the example.
const ROUNDS: usize = 9;

/// Repairs fresh copies of the example and prints the median of the reported times.
///
/// # Errors
/// When something cannot be built or set up, or a copy is not repaired.
pub(crate) fn run_loop(shell: &Shell, arguments: &[String]) -> Result<()> {
    let rounds = match arguments.first() {
        Some(number) => number.parse().context("the number of rounds is not a number")?,
        None => ROUNDS,
    };
    ensure!(rounds > 0, "at least one round is needed");
    setup::python(shell)?;
    let unbreak = program::build(shell)?;
    let reports = (0..rounds)
        .map(|_| repair(shell, &unbreak))
        .collect::<Result<Vec<Report>>>()?;
    print_summary(&reports);
    Ok(())
}

fn repair(shell: &Shell, unbreak: &Path) -> Result<Report> {
    let project = example::scratch()?;
    let state = tempfile::tempdir()?;
    let _there = shell.push_dir(project.path());
    let _tools = shell.push_env("PATH", layout::path_with_tools()?);
    let _state = shell.push_env("UNBREAK_STATE_DIR", state.path());
    let check = example::CHECK;
    let output = cmd!(shell, "{unbreak} run --quiet --format json -- {check}")
        .quiet()
        .read()?;
    let report: Report = serde_json::from_str(&output).context("the report cannot be read")?;
    ensure!(
        report.outcome == Outcome::Fixed,
        "the example was not repaired: {:?}",
        report.outcome
    );
    Ok(report)
}

/// A figure of one report.
type Measure = fn(&Report) -> f64;

const MEASURES: [(&str, Measure); 7] = [
    ("engine, ms per iteration", |report| {
        report.engine_ms as f64 / f64::from(report.iterations.max(1))
    }),
    ("engine, ms in all", |report| report.engine_ms as f64),
    ("strategies' tools, ms", |report| report.tools_ms as f64),
    ("command, ms in all", |report| report.command_ms as f64),
    ("runs of the command", |report| f64::from(report.runs)),
    ("iterations", |report| f64::from(report.iterations)),
    ("fixes kept", |report| report.fixed.len() as f64),
];

fn print_summary(reports: &[Report]) {
    let rounds = format!("{} rounds", reports.len());
    println!("{rounds:<26}{:>10}{:>10}{:>10}", "median", "least", "most");
    for (label, measure) in MEASURES {
        let mut values: Vec<f64> = reports.iter().map(measure).collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (values[0], values[values.len() - 1]);
        println!(
            "{label:<26}{:>10.1}{least:>10.1}{most:>10.1}",
            values[values.len() / 2]
        );
    }
}
