//! `bench checkouts`: what becomes of old releases of real projects under today's Python, Node and packages;
//! `bench releases`: what is kept between two releases, where the tests or the sources are those of the next one; and
//! `bench mended`: what becomes of packages of Debian without one of the patches that their maintainers needed.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use super::program::Program;
use crate::layout;

/// Runs the projects and compares the edits that are kept with those that were read.
const SCRIPT: &str = "xtask/src/bench/checkouts/checkouts.py";

/// The projects, each with the outcome that was read.
const CHECKOUTS: &str = "xtask/src/bench/checkouts/projects.txt";

/// Pairs of releases, with the outcomes under `--yes`.
const RELEASES: &str = "xtask/src/bench/checkouts/releases.txt";

/// Packages of Debian, each without one of its patches, with the outcomes under `--yes`.
const MENDED: &str = "xtask/src/bench/checkouts/mended.txt";

/// An edit can cause an endless loop, which is not to end the benchmark.
const UNATTENDED: &[&str] = &["--yes", "--timeout", "60s"];

/// Prints each old release with its outcome, and how many there are of each kind.
///
/// # Errors
/// When a project cannot be fetched, or something cannot be run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    outcomes(shell, arguments, CHECKOUTS, &[])
}

/// Prints each pair of releases with its outcome, and how many there are of each kind.
///
/// # Errors
/// When a project cannot be fetched, or something cannot be run.
pub(crate) fn releases(shell: &Shell, arguments: &[String]) -> Result<()> {
    outcomes(shell, arguments, RELEASES, UNATTENDED)
}

/// Prints each package and patch with its outcome, and how many there are of each kind.
///
/// # Errors
/// When a package cannot be fetched, or something cannot be run.
pub(crate) fn mended(shell: &Shell, arguments: &[String]) -> Result<()> {
    outcomes(shell, arguments, MENDED, UNATTENDED)
}

fn outcomes(shell: &Shell, arguments: &[String], list: &str, flags: &[&str]) -> Result<()> {
    let (mut only, mut binary, mut python) = (String::new(), None, "python3".to_owned());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--only" => only.clone_from(value),
            "--bin" => binary = Some(PathBuf::from(value)),
            "--python" => python.clone_from(value),
            other => bail!("unknown argument {other}; expected --only PROJECT, --bin FILE, --python PROGRAM"),
        }
    }
    let program = Program::named_or_built(shell, binary.as_deref())?;
    let place = layout::target_directory().join("bench/checkouts");
    let (program, script, list) = (
        program.path(),
        layout::root().join(SCRIPT),
        layout::root().join(list),
    );
    cmd!(
        shell,
        "{python} {script} {program} {list} {place} {only} {flags...}"
    )
    .quiet()
    .run()?;
    println!("  the edits lie in {}", place.display());
    Ok(())
}
