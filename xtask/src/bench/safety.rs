//! `bench safety`: debug tools in repositories in awkward states, killed at random moments.

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::setup;

/// The test of the suite, with more kills.
const TEST: &str = "safety::a_debug_tool_that_is_killed_leaves_everything_as_it_was";

/// Kills debug tools, and looks whether everything is as before.
///
/// # Errors
/// When something cannot be built, or is not as before.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let (mut kills, mut seed) = (200_u64, 1_u64);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        let number = value.parse().with_context(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--kills" => kills = number,
            "--seed" => seed = number,
            other => bail!("unknown argument {other}; expected --kills N, --seed N"),
        }
    }
    setup::python(shell)?;
    cmd!(shell, "cargo build --quiet --locked --package unbreak").run()?;
    let _kills = shell.push_env("UNBREAK_SAFETY_KILLS", kills.to_string());
    let _seed = shell.push_env("UNBREAK_SAFETY_SEED", seed.to_string());
    cmd!(
        shell,
        "cargo test --quiet --locked --package unbreak-tests -- --exact {TEST} --nocapture"
    )
    .quiet()
    .run()
    .context("something is not as before")
}
