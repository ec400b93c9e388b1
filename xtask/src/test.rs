//! The second command of the README: all tests, with their requirements.

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::{layout, setup};

/// Sets up, builds everything, with the binary and the plug-ins that the end-to-end tests drive, and runs all tests and
/// the examples in the documentation. Arguments go to the test runner.
///
/// # Errors
/// When something cannot be set up or built, or a test fails.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    setup::run(shell, &[])?;
    // Everything at once: built in parts, each part would have crates of its own with other features.
    cmd!(shell, "cargo build --locked --workspace --all-targets")
        .quiet()
        .run()?;
    doc_tests(shell)?;
    let runner: &[&str] = if has_nextest(shell) {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    let all: &[&str] = if has_nextest(shell) {
        &[]
    } else {
        &["--lib", "--bins", "--tests"]
    };
    cmd!(
        shell,
        "cargo {runner...} --locked --workspace {all...} {arguments...}"
    )
    .env("PATH", layout::path_before_tools()?)
    .run()
    .context("a test failed")
}

/// cargo-nextest runs no documentation tests.
fn doc_tests(shell: &Shell) -> Result<()> {
    cmd!(shell, "cargo test --locked --quiet --workspace --doc")
        .run()
        .context("an example in the documentation fails")
}

/// Without cargo-nextest the tests run under `cargo test`, which needs nothing installed.
pub(crate) fn has_nextest(shell: &Shell) -> bool {
    cmd!(shell, "cargo nextest --version")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}
