//! Fixes that are not safe: whether they are asked for, and what comes of the answer.
//!
//! The program is the example `own_strategy`, whose strategy proposes such a fix.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;

use crate::support::isolated;

const BROKEN: &str = "import cashbook\n";
const MENDED: &str = "import ledger\n";

fn workspace() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.py"), BROKEN).unwrap();
    fs::write(directory.path().join("ledger.py"), "").unwrap();
    directory
}

fn source(directory: &TempDir) -> String {
    fs::read_to_string(directory.path().join("a.py")).unwrap()
}

/// `own_strategy run ARGS -- python3 a.py`; cargo builds examples with the tests, beside them.
fn run(directory: &Path, args: &[&str]) -> Command {
    let mut example = PathBuf::from(env!("CARGO_BIN_EXE_unbreak"));
    example.pop();
    let mut command = isolated(&example.join("examples/own_strategy"), directory);
    command.arg("run").args(args).args(["--", "python3", "a.py"]);
    command
}

#[test]
fn without_a_terminal_nothing_unsafe_is_done() {
    let directory = workspace();
    let output = run(directory.path(), &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("cashbook → ledger (moved_ledger): rule approval"),
        "{told}"
    );
    assert_eq!(source(&directory), BROKEN);
}

#[test]
fn yes_on_the_command_line_answers_every_question() {
    let directory = workspace();
    let output = run(directory.path(), &["--yes"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(source(&directory), MENDED);
}

#[test]
fn the_operator_decides_on_a_terminal() {
    for (answer, code, expected) in [
        ("y\n", 0, MENDED),
        ("yes\n", 0, MENDED),
        ("\n", 1, BROKEN),
        ("no\n", 1, BROKEN),
    ] {
        let directory = workspace();
        let (told, ended) = converse(run(directory.path(), &[]), |terminal, _| {
            terminal.write_all(answer.as_bytes()).unwrap();
        });
        assert_eq!(ended, code, "{answer:?}: {told}");
        assert!(told.contains("'cashbook' → 'ledger'"), "{told}");
        assert_eq!(source(&directory), expected, "{answer:?}");
    }
}

#[test]
fn an_interrupt_is_a_no() {
    let directory = workspace();
    let (told, ended) = converse(run(directory.path(), &[]), |_, child| {
        kill_process(Pid::from_child(child), Signal::INT).unwrap();
    });
    assert_eq!(ended, 130, "{told}");
    assert_eq!(source(&directory), BROKEN);
}

/// Runs a command on a terminal of its own, and answers its first question.
fn converse(mut command: Command, answer: impl FnOnce(&mut File, &Child)) -> (String, i32) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal: OwnedFd = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let stream = || Stdio::from(terminal.try_clone().unwrap());
    let mut child = command
        .stdin(stream())
        .stdout(stream())
        .stderr(stream())
        .spawn()
        .unwrap();
    // The last handles on the terminal are the child's, so that its end can be read.
    drop((command, terminal));
    let mut master = File::from(master);
    let mut told = read_until(&mut master, "[y/N] ");
    answer(&mut master, &child);
    told += &read_until(&mut master, "\0");
    (told, child.wait().unwrap().code().unwrap())
}

/// Reads until a text appears, or until the end.
fn read_until(master: &mut File, text: &str) -> String {
    let (mut told, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&told).contains(text) {
        // The end of a terminal that no one writes to any more reads as an error on Linux.
        match master.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(read) => told.extend(&buffer[..read]),
        }
    }
    String::from_utf8_lossy(&told).into_owned()
}
