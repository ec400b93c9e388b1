//! A workspace in a scratch directory.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::process::{binary, program, repository};
use super::{Ended, Running, Snapshot};

/// A workspace, and beside it the program's state and room for what the test itself writes.
pub(crate) struct Site {
    scratch: TempDir,
    name: String,
}

impl Site {
    /// An empty workspace.
    pub(crate) fn empty() -> Self {
        Self::named("work")
    }

    /// An empty workspace in a directory of this name.
    pub(crate) fn named(name: &str) -> Self {
        let site = Self {
            scratch: tempfile::tempdir().unwrap(),
            name: name.to_owned(),
        };
        fs::create_dir_all(site.root()).unwrap();
        // Commands of tests write what the test looks at beside the workspace.
        fs::write(site.beside("unbreak.toml"), "[sandbox]\nwritable = [\".\"]\n").unwrap();
        site
    }

    /// A workspace with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let site = Self::empty();
        for (file, text) in files {
            site.write(file, text);
        }
        site
    }

    /// A copy of `examples/broken-python`.
    pub(crate) fn example() -> Self {
        let site = Self::empty();
        copy(&repository().join("examples/broken-python"), &site.root());
        site
    }

    /// Two faults in two files, and the check `./check.sh`, which takes a moment where the one of the example takes
    /// seconds.
    pub(crate) fn two_faults() -> Self {
        let site = Self::with(&[
            ("lines.py", "def lines()\n    return [1, 2, 3]\n"),
            (
                "totals.py",
                "from lines import lines\n\n\ndef total():\n    return sum(linse())\n\n\nassert total() == 6\n",
            ),
            ("check.sh", "#!/bin/sh\npython3 totals.py\n"),
        ]);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(site.root().join("check.sh"), mode).unwrap();
        site
    }

    /// The workspace.
    pub(crate) fn root(&self) -> PathBuf {
        self.scratch.path().join(&self.name)
    }

    /// A path outside the workspace, for signals between a test and the command it has run.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// Writes a file of the workspace.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Reads a file of the workspace.
    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.root().join(file)).unwrap()
    }

    /// The tree as it is.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.root())
    }

    /// A program to be started in the workspace.
    pub(crate) fn program(&self, name: impl AsRef<Path>) -> Command {
        let mut command = program(name);
        command
            .current_dir(self.root())
            .env("UNBREAK_STATE_DIR", self.beside("state"))
            .env("UNBREAK_PLUGIN_DIR", self.beside("plugins"));
        command
    }

    /// git in the workspace, which has to succeed.
    #[track_caller]
    pub(crate) fn git(&self, arguments: &[&str]) {
        Running::start(&mut self.git_command(arguments))
            .end()
            .with_code(0);
    }

    /// git, without the configuration of whoever runs the tests.
    pub(crate) fn git_command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program("git");
        command.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").args(arguments);
        command
    }

    /// `unbreak` with these arguments, to be started in the workspace.
    pub(crate) fn unbreak<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = self.program(binary());
        command.args(arguments);
        command
    }

    /// Runs `unbreak` with these arguments to its end.
    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ended {
        Running::start(&mut self.unbreak(arguments)).end()
    }

    /// Runs `unbreak run --format jsonl -- COMMAND`.
    pub(crate) fn repair<S: AsRef<OsStr>>(&self, command: impl IntoIterator<Item = S>) -> Ended {
        Running::start(self.unbreak(["run", "--format", "jsonl", "--"]).args(command)).end()
    }

    /// Runs another program to its end, to see for oneself what `unbreak` says.
    pub(crate) fn passes(&self, command: &[&str]) -> bool {
        let ended = Running::start(self.program(command[0]).args(&command[1..])).end();
        ended.code == 0
    }
}

/// Copies a directory.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
