//! Paths in the repository.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// The virtual environment of the Python tools.
pub(crate) fn venv() -> PathBuf {
    root().join(".tools/venv")
}

/// The virtual environment of the Python tools that the example needs.
pub(crate) fn example_venv() -> PathBuf {
    root().join(".tools/example")
}

/// The directory in which cargo builds.
pub(crate) fn target_directory() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(target)
}

/// The Node tools: `node_modules` is in it.
pub(crate) fn node() -> PathBuf {
    root().join(".tools/node")
}

/// The binary that is built for the demo.
pub(crate) fn demo_binary() -> PathBuf {
    target_directory().join("demo/unbreak")
}

/// `PATH` with the Python and Node tools before everything else.
///
/// # Errors
/// As [`path_of_example`].
#[cfg(feature = "all")]
pub(crate) fn path_with_tools() -> Result<OsString> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    join(tools().into_iter().chain(env::split_paths(&inherited)))
}

/// `PATH` with the tools of the example before everything else.
///
/// # Errors
/// When a directory's name holds the character that separates entries.
pub(crate) fn path_of_example() -> Result<OsString> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    join(std::iter::once(example_venv().join("bin")).chain(env::split_paths(&inherited)))
}

/// `PATH` with the Python interpreter itself, and with these tools where the system has none of that name.
///
/// # Errors
/// As [`path_of_example`].
pub(crate) fn path_before_tools(shell: &Shell) -> Result<OsString> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    let inherited: Vec<PathBuf> = env::split_paths(&inherited).collect();
    let python = interpreter(shell).filter(|directory| !inherited.contains(directory));
    join(python.into_iter().chain(inherited).chain(tools()))
}

/// Where the interpreter itself is. A version manager puts a script in front of it, which takes several times as long
/// as the interpreter takes to start; the tests start it thousands of times.
fn interpreter(shell: &Shell) -> Option<PathBuf> {
    let program = "import sys; print(sys.executable)";
    let said = cmd!(shell, "python3 -c {program}").quiet().read().ok()?;
    Some(Path::new(&said).parent()?.to_owned())
}

fn tools() -> [PathBuf; 2] {
    [venv().join("bin"), node().join("node_modules/.bin")]
}

fn join(entries: impl Iterator<Item = PathBuf>) -> Result<OsString> {
    env::join_paths(entries).context("PATH cannot hold the repository's path")
}
