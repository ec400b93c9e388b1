//! `bench parse`: the speed and memory use of reading logs, compared with other programs.

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use super::logs::{KINDS, USUAL};
use crate::layout;

/// Each figure is the median of this many runs.
const ROUNDS: usize = 3;

/// Writes the logs and measures all parsers, those of Python alone, and naive matching on each.
///
/// The argument is the size of a log in MB.
///
/// # Errors
/// When something cannot be built, written or measured.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let bytes = match arguments.first() {
        Some(size) => size.parse::<u64>().context("the size is not a number of MB")? * 1_000_000,
        None => USUAL,
    };
    cmd!(
        shell,
        "cargo build --quiet --release -p unbreak-parsers --example figures"
    )
    .run()?;
    let logs = tempfile::tempdir()?;
    println!(
        "{:<14}{:>10}{:>10}{:>10}{:>10}{:>12}{:>10}{:>10}",
        "MB/s", "all", "python", "naive", "all/py", "setup ms", "peak MB", "found"
    );
    for kind in &KINDS {
        let log = kind.write(logs.path(), bytes)?;
        let log = log.to_string_lossy().into_owned();
        let [all, python, naive] = ["all", "python", "naive"].map(|who| median(shell, who, &log));
        let (all, python, naive) = (all?, python?, naive?);
        println!(
            "{:<14}{:>10.0}{:>10.0}{:>10.0}{:>10.2}{:>12.1}{:>10.1}{:>10}",
            kind.name,
            all.speed,
            python.speed,
            naive.speed,
            python.speed / all.speed,
            all.setup,
            all.peak,
            all.found
        );
        std::fs::remove_file(log)?;
    }
    Ok(())
}

struct Figures {
    speed: f64,
    setup: f64,
    peak: f64,
    found: u64,
}

/// The run of median speed.
fn median(shell: &Shell, who: &str, log: &str) -> Result<Figures> {
    let mut runs = (0..ROUNDS)
        .map(|_| measure(shell, who, log))
        .collect::<Result<Vec<_>>>()?;
    runs.sort_by(|a, b| a.speed.total_cmp(&b.speed));
    Ok(runs.swap_remove(ROUNDS / 2))
}

fn measure(shell: &Shell, who: &str, log: &str) -> Result<Figures> {
    let program = layout::root().join("target/release/examples/figures");
    let output = cmd!(shell, "{program} {who} {log}").quiet().read()?;
    let figures: Value = serde_json::from_str(&output).with_context(|| output.clone())?;
    let number = |key: &str| {
        figures[key]
            .as_f64()
            .with_context(|| format!("no {key} in {output}"))
    };
    ensure!(number("mb_per_s")? > 0.0, "nothing was measured");
    Ok(Figures {
        speed: number("mb_per_s")?,
        setup: number("setup_ms")?,
        peak: number("peak_mb")?,
        found: figures["found"].as_u64().unwrap_or_default(),
    })
}
