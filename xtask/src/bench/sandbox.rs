//! `bench sandbox`: the cost of starting a command with and without a sandbox.

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// Prints it for each sandbox that this system has; the number of rounds may follow.
///
/// # Errors
/// When something cannot be built, or a start takes more than 20 ms longer.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let build =
        "build --locked --release --package unbreak-host --no-default-features --example sandbox_cost";
    let build = build.split(' ');
    cmd!(shell, "cargo {build...}").quiet().run()?;
    cmd!(shell, "target/release/examples/sandbox_cost {arguments...}")
        .quiet()
        .run()
        .context("a sandbox costs too much")
}
