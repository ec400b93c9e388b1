//! Runs the built binary.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The result of a run of the program.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, to be run in a directory.
pub(crate) fn program(directory: &Path) -> Command {
    isolated(Path::new(env!("CARGO_BIN_EXE_unbreak")), directory)
}

/// A program with an environment that does not depend on who runs the tests.
pub(crate) fn isolated(program: &Path, directory: &Path) -> Command {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests drive the built binary as a user would"
    )]
    let mut command = Command::new(program);
    command
        .current_dir(directory)
        .env("UNBREAK_STATE_DIR", directory.join(".state"))
        .env("XDG_CONFIG_HOME", directory.join(".config"))
        .env("UNBREAK_PLUGIN_DIR", directory.join(".plugins"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "UNBREAK_LOG", "COLUMNS"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::null());
    command
}

/// Runs it with these arguments in a directory.
pub(crate) fn unbreak<S: AsRef<OsStr>>(directory: &Path, args: &[S]) -> Ran {
    ran(program(directory).args(args).output().unwrap())
}

/// The same with something on its standard input.
pub(crate) fn unbreak_with_input<S: AsRef<OsStr>>(directory: &Path, args: &[S], input: &[u8]) -> Ran {
    let mut command = program(directory);
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that fails early does not read: that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    ran(output)
}

fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
