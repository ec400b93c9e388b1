//! Where the binary is, how it is started, and waiting for what a process does.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::Ended;

/// The repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// `$UNBREAK_BIN`, or the binary that cargo puts beside the directory of the test executables.
pub(crate) fn binary() -> PathBuf {
    env::var_os("UNBREAK_BIN").map_or_else(|| built("unbreak"), PathBuf::from)
}

/// A program that cargo has built.
pub(crate) fn built(package: &str) -> PathBuf {
    let beside = env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .with_file_name(package);
    assert!(
        beside.is_file(),
        "{} is missing: run `cargo build -p {package}` first",
        beside.display()
    );
    beside
}

/// `PATH` with the pinned Python tools first.
pub(crate) fn path_with_tools() -> OsString {
    let tools = repository().join(".tools/venv/bin");
    assert!(
        tools.join("pytest").exists(),
        "{} has no pytest: run `cargo xtask setup` first",
        tools.display()
    );
    let inherited = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(tools).chain(env::split_paths(&inherited))).unwrap()
}

/// A program with the tools on its `PATH`.
#[expect(
    clippy::disallowed_methods,
    reason = "the tests stand outside the program, and this is their one place that starts processes"
)]
pub(crate) fn program(program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(program.as_ref());
    command.env("PATH", path_with_tools()).stdin(Stdio::null());
    command
}

/// A process in the background, killed when the test ends before it.
pub(crate) struct Running(Option<Child>);

impl Running {
    /// Starts a command, its output captured.
    pub(crate) fn start(command: &mut Command) -> Self {
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Self(Some(child.unwrap()))
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Its process.
    pub(crate) fn pid(&self) -> Pid {
        let id = self.0.as_ref().unwrap().id();
        Pid::from_raw(i32::try_from(id).unwrap()).unwrap()
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Ended {
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        Ended::new(&output)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until something is so.
///
/// # Panics
/// When it is not so within a minute, which no working program takes.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "waited in vain: {what}"
        );
        thread::sleep(Duration::from_millis(5));
    }
}
