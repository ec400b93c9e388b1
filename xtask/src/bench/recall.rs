//! `bench recall`: how fast past failures are recalled, and how well.

use anyhow::Result;
use xshell::{Shell, cmd};

/// The number of failures in the store whose speed is measured.
const FAILURES: &str = "100000";
/// Causes among which the right one is to be recalled.
const MUTANTS: &str = "60";

/// Prints both; the seed of the mutants may follow.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let seed = arguments.first().map_or("1", String::as_str);
    let build = "build --locked --release --package unbreak-host --no-default-features --features store --example recall";
    let build = build.split(' ');
    cmd!(shell, "cargo {build...}").quiet().run()?;
    let program = "target/release/examples/recall";
    cmd!(shell, "{program} {FAILURES}").quiet().run()?;
    let made = cmd!(shell, "python3 xtask/src/bench/recall.py {MUTANTS} {seed}")
        .quiet()
        .output()?;
    cmd!(shell, "{program} quality")
        .quiet()
        .stdin(made.stdout)
        .run()?;
    Ok(())
}
