//! `bench crash`: runs killed at random moments, and every file of their state damaged in many ways.

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

/// The tests of the suite, with more kills and more damage.
const TESTS: [&str; 2] = [
    "workspace::recover::killed_at_any_instant_nothing_is_lost_and_nothing_unverified_stays",
    "workspace::recover::damage_to_the_state_is_made_good_or_named",
];

/// Kills runs and damages their state, and looks whether the next start makes it good or names it.
///
/// # Errors
/// When something cannot be built, is lost, or is passed over in silence.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let (mut kills, mut damages) = (1000_u64, 50_u64);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        let number = value.parse().with_context(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--kills" => kills = number,
            "--damages" => damages = number,
            other => bail!("unknown argument {other}; expected --kills N, --damages N"),
        }
    }
    let _kills = shell.push_env("UNBREAK_CRASH_KILLS", kills.to_string());
    let _damages = shell.push_env("UNBREAK_CRASH_DAMAGES", damages.to_string());
    for test in TESTS {
        cmd!(
            shell,
            "cargo test --quiet --locked --package unbreak-host --test it -- --exact {test} --nocapture"
        )
        .quiet()
        .run()
        .context("something was lost, or damage was not noticed")?;
    }
    Ok(())
}
