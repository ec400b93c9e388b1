//! The second command of the README: all tests, with their requirements.

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::{layout, setup};

/// The compiler of the workspace's own crates.
#[derive(Clone, Copy)]
pub(crate) enum Compiler {
    Rustc,
    /// Which is rustc with lints. It refuses warnings.
    Clippy,
}

impl Compiler {
    /// The options of cargo. The environment would reach the commands that tests run.
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Rustc => &[],
            Self::Clippy => &["--config", "build.rustc-workspace-wrapper=\"clippy-driver\""],
        }
    }
}

/// Clippy's arguments, which `cargo clippy -- --deny warnings` passes on in this way. Nobody else reads them.
const CLIPPY_ARGS: (&str, &str) = (
    "CLIPPY_ARGS",
    "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
);

/// Builds everything, with the binary and the plug-ins that the end-to-end tests drive.
///
/// # Errors
/// When something cannot be built.
pub(crate) fn build(shell: &Shell, compiler: Compiler) -> Result<()> {
    let options = compiler.options();
    let _arguments = shell.push_env(CLIPPY_ARGS.0, CLIPPY_ARGS.1);
    // Everything at once: built in parts, each part would have crates of its own with other features.
    let command = cmd!(
        shell,
        "cargo build {options...} --locked --workspace --all-targets"
    );
    Ok(command.quiet().run()?)
}

/// Sets up, builds everything, and runs all tests and the examples in the documentation. Arguments go to the test
/// runner.
///
/// # Errors
/// When something cannot be set up or built, or a test fails.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    run_built_by(shell, Compiler::Rustc, arguments)
}

/// The same with this compiler.
///
/// # Errors
/// Those of [`run`].
pub(crate) fn run_built_by(shell: &Shell, compiler: Compiler, arguments: &[String]) -> Result<()> {
    setup::run(shell, &[])?;
    build(shell, compiler)?;
    // Other arguments would be another build.
    let _arguments = shell.push_env(CLIPPY_ARGS.0, CLIPPY_ARGS.1);
    let options = compiler.options();
    // cargo-nextest runs no documentation tests.
    cmd!(
        shell,
        "cargo test {options...} --locked --quiet --workspace --doc"
    )
    .run()
    .context("an example in the documentation fails")?;
    let (runner, all): (&[&str], &[&str]) = if has_nextest(shell) {
        (&["nextest", "run"], &[])
    } else {
        (&["test"], &["--lib", "--bins", "--tests"])
    };
    cmd!(
        shell,
        "cargo {runner...} {options...} --locked --workspace {all...} {arguments...}"
    )
    .env("PATH", layout::path_before_tools(shell)?)
    // The first comes with the clients of language models; the others collect garbage several times at the end. The
    // tests start pytest very often.
    .env(
        "PYTEST_ADDOPTS",
        "-p no:anyio -p no:threadexception -p no:unraisableexception",
    )
    .run()
    .context("a test failed")
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
