//! `bench instrument`: whether programs with a probe are still valid, and the cost of a probe.

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// Has a probe put at each line of files, one line at a time, and each result checked by the
/// language itself; without files, those are fifty of Python's standard library.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn run(shell: &Shell, files: &[String]) -> Result<()> {
    cmd!(shell, "cargo build --locked --package unbreak")
        .quiet()
        .run()?;
    cmd!(
        shell,
        "cargo build --locked --package unbreak-tools-debug --example probe_every_line"
    )
    .quiet()
    .run()?;
    let files = match files.is_empty() {
        true => library(shell)?,
        false => files.to_vec(),
    };
    let target = std::path::Path::new("target/debug");
    let (unbreak, probes) = (
        std::path::absolute(target.join("unbreak"))?,
        target.join("examples/probe_every_line"),
    );
    cmd!(
        shell,
        "python3 xtask/src/bench/instrument.py {unbreak} {probes} {files...}"
    )
    .run()?;
    Ok(())
}

/// A sample of fifty files of middling size.
fn library(shell: &Shell) -> Result<Vec<String>> {
    let directory = cmd!(
        shell,
        "python3 -c 'import os; print(os.path.dirname(os.__file__))'"
    )
    .read()?;
    let mut files: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(&directory).context("the standard library cannot be read")? {
        let path = entry?.path();
        let is_source = path.extension().is_some_and(|ending| ending == "py");
        let size = std::fs::metadata(&path)?.len();
        if is_source && (2_000..40_000).contains(&size) {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    files.sort();
    files.truncate(50);
    Ok(files)
}
