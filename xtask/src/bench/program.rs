//! The program that is measured: built, or named with `--bin`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use unbreak_core::Report;
use xshell::{Shell, cmd};

use crate::layout;

/// A project that takes longer than this counts as left alone.
const BUDGET: &str = "--budget-time=90s";

/// The release binary, in the state of the sources.
///
/// # Errors
/// When it does not build.
pub(super) fn build(shell: &Shell) -> Result<PathBuf> {
    println!("building the release binary");
    cmd!(shell, "cargo build --release --locked --package unbreak")
        .quiet()
        .run()
        .context("unbreak does not build")?;
    Ok(release_binary())
}

/// The release binary, whatever its state is.
pub(super) fn release_binary() -> PathBuf {
    layout::target_directory().join("release/unbreak")
}

/// The program that is measured.
#[derive(Debug, Clone)]
pub(super) struct Program {
    path: PathBuf,
}

impl Program {
    /// The binary of this name; the release binary of these sources if there is no name.
    ///
    /// # Errors
    /// When the file does not exist, or the sources do not build.
    pub(super) fn named_or_built(shell: &Shell, binary: Option<&Path>) -> Result<Self> {
        let path = match binary {
            Some(binary) => {
                fs::canonicalize(binary).with_context(|| format!("{} cannot be found", binary.display()))?
            }
            None => build(shell)?,
        };
        Ok(Self { path })
    }

    /// The binary's path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Repairs the project in the shell's directory.
    ///
    /// # Errors
    /// When the program gives no report.
    pub(super) fn repair(&self, shell: &Shell, flags: &[String], command: &[String]) -> Result<Report> {
        let Self { path } = self;
        let run = cmd!(
            shell,
            "{path} run --quiet --format json {BUDGET} {flags...} -- {command...}"
        );
        let said = run.quiet().ignore_status().output()?;
        serde_json::from_slice(&said.stdout)
            .with_context(|| format!("no report: {}", String::from_utf8_lossy(&said.stderr).trim()))
    }
}

/// Returns whether a command succeeds in the shell's directory. No command never does.
pub(super) fn passes(shell: &Shell, command: &[String]) -> bool {
    let Some((program, arguments)) = command.split_first() else {
        return false;
    };
    cmd!(shell, "{program} {arguments...}")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}
