//! `bench heal`: an agent that repairs itself, and its supervisor, killed at random moments.

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::setup;

/// The test of the suite, with more kills.
const TEST: &str = "self_heal::kills::a_task_is_resumed_once_or_reported";

/// Kills agents and supervisors, and looks whether each task is resumed once or reported.
///
/// # Errors
/// When something cannot be built, or a task is resumed twice or forgotten.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let (mut kills, mut seed) = (100_u64, 1_u64);
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
    cmd!(
        shell,
        "cargo build --quiet --locked --package unbreak --package self-healing-agent"
    )
    .run()?;
    let _kills = shell.push_env("UNBREAK_HEAL_KILLS", kills.to_string());
    let _seed = shell.push_env("UNBREAK_HEAL_SEED", seed.to_string());
    cmd!(
        shell,
        "cargo test --quiet --locked --package unbreak-tests -- --exact {TEST} --nocapture"
    )
    .quiet()
    .run()
    .context("a task was resumed twice, or forgotten")
}
