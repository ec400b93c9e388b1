//! `bench repair --fit`: fits the weights of the rules on the cases of the strategies, in their test suite.

use anyhow::Result;
use xshell::{Shell, cmd};

/// The test that searches; it prints what it finds.
const TEST: &str = "fitting::weights_are_fitted";

/// Prints how well the cases are answered before and after, for both halves, and which weights changed.
pub(super) fn run(shell: &Shell, is_written: bool) -> Result<()> {
    let wanted = if is_written { "write" } else { "report" };
    let _wanted = shell.push_env("UNBREAK_FIT", wanted);
    let command = cmd!(
        shell,
        "cargo test --quiet --locked --package unbreak-strategies --features fitting --test it -- --exact {TEST} --nocapture"
    );
    Ok(command.quiet().run()?)
}
