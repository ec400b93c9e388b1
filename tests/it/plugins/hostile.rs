//! The run continues for any fault of a plug-in, and the report names the plug-in.

use std::fs;

use super::{install, says, shipped};
use crate::harness::{Ended, Running, Site};

/// A line for the hostile parser, and an error that another parser must still find.
const LOG: &str = "provoke\nmain.c:3:5: error: unknown type name 'itn'\n";

/// Parses the log with a plug-in in this mood.
fn provoked(site: &Site, mood: &str) -> Ended {
    let mut command = site.unbreak(["parse", "--format", "json", "log"]);
    Running::start(command.env("HOSTILE", mood)).end()
}

fn site(in_process: bool) -> Site {
    let site = Site::with(&[("log", LOG)]);
    install(&site, &shipped(&site, "hostile"));
    if in_process {
        site.run(["plugin", "trust", "--in-process", "hostile"])
            .with_code(0);
    }
    site
}

#[track_caller]
fn contained(site: &Site, mood: &str, named: &str) {
    let ended = provoked(site, mood);
    assert_eq!(ended.code, 1, "{mood}: {}", ended.stderr);
    says(&ended, &["plug-in hostile: ", named, "unknown type name 'itn'"]);
}

#[test]
fn in_a_child_everything_is_contained() {
    let site = site(false);
    let moods = [
        ("panic", "it panicked"),
        ("raw-panic", "it crashed (killed by signal 6)"),
        ("exit", "it crashed (exit code 0)"),
        ("abort", "it crashed (killed by signal 6)"),
        ("segfault", "it crashed (killed by signal 11)"),
        ("garbage", "its answer is invalid"),
        ("wrong-status", "a status that there is not"),
        ("flood", "its answer has 134217728 bytes"),
        ("memory", "it crashed (killed by signal 6)"),
        ("abi", "speaks ABI 99, and this program 1"),
        ("short", "its table has 4 bytes"),
        ("no-table", "its entry gives no table"),
        ("describe-exit", "it crashed (exit code 0)"),
        ("describe-garbage", "its answer is invalid"),
        ("describe-segfault", "it crashed (killed by signal 11)"),
    ];
    for (mood, named) in moods {
        contained(&site, mood, named);
    }
    site.write("unbreak.toml", "[options.hostile]\ncalm = true\n");
    for (mood, named) in [
        ("configure-segfault", "it is left out since it failed: it crashed"),
        ("configure-garbage", "it is left out since it failed: its answer"),
        ("describe-exit", "it crashed (exit code 0)"),
    ] {
        contained(&site, mood, named);
    }
    site.write("unbreak.toml", "");
    // What it prints does not get between the frames.
    let printed = provoked(&site, "stdout");
    says(&printed, &["it printed", "unknown type name 'itn'"]);
    // And it is well when it behaves.
    let well = provoked(&site, "");
    assert!(!well.stdout.contains("plug-in hostile"), "{}", well.stdout);
}

#[test]
fn in_this_process_everything_is_that_leaves_it_alive() {
    let site = site(true);
    let moods = [
        ("panic", "it panicked"),
        ("garbage", "its answer is invalid"),
        ("wrong-status", "a status that there is not"),
        ("flood", "its answer has 134217728 bytes"),
        ("abi", "speaks ABI 99, and this program 1"),
        ("short", "its table has 4 bytes"),
        ("no-table", "its entry gives no table"),
        ("describe-garbage", "its answer is invalid"),
    ];
    for (mood, named) in moods {
        contained(&site, mood, named);
    }
}

#[test]
fn a_child_makes_no_processes() {
    let said = provoked(&site(false), "fork");
    says(&said, &["a process: permission denied, a thread"]);
}

#[test]
fn an_endless_loop_is_left_behind() {
    for in_process in [false, true] {
        contained(&site(in_process), "loop", "it did not answer within");
    }
}

#[test]
fn a_library_that_is_no_plugin_is_named() {
    let site = Site::with(&[("log", LOG)]);
    let directory = shipped(&site, "hostile");
    let library = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|ending| ending != "toml"))
        .unwrap();
    let source = site.beside("nothing.c");
    fs::write(&source, "int nothing;\n").unwrap();
    let mut compiler = site.program("cc");
    compiler
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(&source);
    Running::start(&mut compiler).end().with_code(0);
    install(&site, &directory);
    contained(&site, "", "no symbol 'unbreak_plugin_entry_v1'");

    fs::write(&library, "no library at all").unwrap();
    install(&site, &directory);
    contained(&site, "", "the library cannot be opened");
}
