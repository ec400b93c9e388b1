//! `unbreak minimize` and `unbreak tool`.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::support::{program, unbreak};

const INPUT: &str = "one\ntwo\nthe needle is here\nthree\nfour\n";

fn directory() -> TempDir {
    let directory = TempDir::new().unwrap();
    std::fs::write(directory.path().join("log.txt"), INPUT).unwrap();
    directory
}

#[test]
fn the_result_goes_to_standard_output_or_into_a_file() {
    let directory = directory();
    let command = ["--", "grep", "-q", "needle", "{}"];
    let to_stdout = [&["minimize", "--interesting-exit", "0", "log.txt"][..], &command].concat();
    let ran = unbreak(directory.path(), &to_stdout);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "needle"), "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("6 bytes of 38 are left after "),
        "{}",
        ran.stderr
    );

    let to_file = [
        &[
            "minimize",
            "--interesting-exit",
            "0",
            "--output",
            "small.txt",
            "log.txt",
        ][..],
        &command,
    ];
    let ran = unbreak(directory.path(), &to_file.concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert_eq!(
        std::fs::read_to_string(directory.path().join("small.txt")).unwrap(),
        "needle"
    );
    assert_eq!(
        std::fs::read_to_string(directory.path().join("log.txt")).unwrap(),
        INPUT
    );
}

#[test]
fn a_directory_becomes_a_directory_and_a_list_a_list() {
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    std::fs::create_dir_all(at("project/inner")).unwrap();
    std::fs::write(at("project/inner/log.txt"), INPUT).unwrap();
    std::fs::write(at("project/other.txt"), INPUT.replace("needle", "straw")).unwrap();
    let command = ["--interesting-exit", "0", "--", "grep", "-rq", "needle", "{}"];
    let args = [&["minimize", "--output", "small", "project"][..], &command].concat();
    let ran = unbreak(directory.path(), &args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr
            .starts_with("1 file with 6 bytes of 2 with 75 are left"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        std::fs::read_to_string(at("small/inner/log.txt")).unwrap(),
        "needle"
    );
    assert!(!at("small/other.txt").exists());

    let command = "for word; do test \"$word\" = needle && exit 3; done";
    let args = [
        "minimize",
        "--items",
        "words.txt",
        "--",
        "sh",
        "-c",
        command,
        "sh",
        "{}",
    ];
    std::fs::write(at("words.txt"), "hay\nneedle\n\nstraw\n").unwrap();
    let ran = unbreak(directory.path(), &args);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "needle\n"), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("1 item of 3 are left"), "{}", ran.stderr);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let directory = directory();
    for (args, code, reason) in [
        (&["minimize", "log.txt"][..], 2, "COMMAND"),
        (&["minimize", "log.txt", "--", "false"], 2, "put {} in its place"),
        (
            &["minimize", "none.txt", "--", "false", "{}"],
            2,
            "none.txt cannot be read",
        ),
        (
            &["minimize", "log.txt", "--", "true", "{}"],
            1,
            "the command passes with the whole input",
        ),
        (
            &["minimize", "--output", "no/where", "log.txt", "--", "false", "{}"],
            2,
            "cannot be written",
        ),
        (
            &["minimize", ".", "--", "grep", "-r", "needle", "{}"],
            2,
            "name it with --output",
        ),
        (
            &[
                "minimize", "--output", ".", ".", "--", "grep", "-r", "needle", "{}",
            ],
            2,
            "is not empty",
        ),
        (
            &["minimize", "--items", "none.txt", "--", "false", "{}"],
            2,
            "the list none.txt cannot be read",
        ),
        (&["tool", "minimise_repro", "--json", "{}"], 2, "the tools are "),
        (
            &["tool", "minimize_repro", "--json", "{"],
            2,
            "the input is not JSON",
        ),
        (
            &["tool", "minimize_repro", "--json", "{}"],
            2,
            "missing field `command`",
        ),
    ] {
        let ran = unbreak(directory.path(), args);
        assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_tool_takes_arguments_that_follow_from_its_schema() {
    let directory = directory();
    let call = |args: &[&str]| unbreak(directory.path(), &[&["tool"], args].concat());
    let ran = call(&["flake_check", "--runs", "3", "--only", "order", "--", "true"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let output: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(output["runs"], 3, "{output}");

    let help = call(&["flake_check", "--help"]);
    assert_eq!(help.code, 0, "{}", help.stderr);
    for part in [
        "unbreak tool flake_check",
        "--timeout-seconds <NUMBER>",
        "hash_seed",
        "-- <COMMAND>",
    ] {
        assert!(help.stdout.contains(part), "'{part}' is not in\n{}", help.stdout);
    }
    for (args, reason) in [
        (
            &["flake_check", "--rnus", "3"][..],
            "a similar argument exists: '--runs'",
        ),
        (
            &["flake_check", "--runs", "three", "--", "true"],
            "--runs: 'three' is not valid, expected integer",
        ),
        (
            &["flake_check", "--only", "weather", "--", "true"],
            "[possible values: order",
        ),
        (&["flake_check"], "missing field `command`"),
        (
            &["flake_check", "--json", "{}", "--", "true"],
            "cannot be used with",
        ),
    ] {
        let ran = call(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_tool_shows_its_schemas() {
    let ran = unbreak(directory().path(), &["tool", "minimize_repro", "--schema"]);
    let schemas: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(schemas["input"]["required"], serde_json::json!(["command"]));
    assert_eq!(schemas["output"]["type"], "object");
}

/// Starts a reduction whose oracle gets stuck once the input is small, after it said so.
fn start_slow(directory: &Path) -> Child {
    let oracle = "grep -q needle $1 || exit 1; test $(wc -c < $1) -gt 12 || { touch stuck; sleep 300; }";
    let command = ["--", "sh", "-c", oracle, "sh", "{}"];
    let args = [
        &[
            "minimize",
            "--jobs",
            "1",
            "--interesting-exit",
            "0",
            "--timeout",
            "5m",
            "--output",
            "small.txt",
        ][..],
        &["log.txt"],
        &command,
    ];
    let mut program = program(directory);
    let child = program
        .args(args.concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| directory.join("stuck").exists());
    child
}

fn wait_until(is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_raw(child.id().try_into().unwrap()).unwrap(), signal).unwrap();
}

#[test]
fn an_interrupt_keeps_the_best_so_far() {
    let directory = directory();
    let mut child = start_slow(directory.path());
    send(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let best = std::fs::read_to_string(directory.path().join("small.txt")).unwrap();
    assert!(best.contains("needle") && best.len() < INPUT.len(), "{best:?}");
}

#[test]
fn after_a_sudden_death_the_next_start_cleans_up() {
    let directory = directory();
    let mut child = start_slow(directory.path());
    send(&child, Signal::KILL);
    child.wait().unwrap();
    let scratch = directory.path().join(".state/scratch");
    let places = || {
        std::fs::read_dir(&scratch)
            .unwrap()
            .flatten()
            .filter(|entry| entry.path().is_dir())
            .count()
    };
    assert_eq!(places(), 1);
    let ran = unbreak(
        directory.path(),
        &["minimize", "log.txt", "--", "test", "!", "-s", "{}"],
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(places(), 0);
    let orphans = std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        line.contains(&*scratch.to_string_lossy())
    });
    assert_eq!(orphans.count(), 0);
}
