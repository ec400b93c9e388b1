//! `unbreak run` and what belongs to it: undo, history, doctor.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{program, unbreak};

const BROKEN: &str = "def total(xs)\n    return sum(xs)\n\n\nprint(total([1, 2]))\n";
const MENDED: &str = "def total(xs):\n    return sum(xs)\n\n\nprint(total([1, 2]))\n";

/// Fails, and nothing shows what was intended.
const HOPELESS: &str = "raise SystemExit('the moon is full')\n";

fn workspace(source: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.py"), source).unwrap();
    directory
}

fn source(directory: &TempDir) -> String {
    fs::read_to_string(directory.path().join("a.py")).unwrap()
}

/// `unbreak run ARGS -- python3 a.py`
fn run<'a>(directory: &TempDir, args: &[&'a str]) -> crate::support::Ran {
    let all: Vec<&'a str> = [&["run"], args, &["--", "python3", "a.py"]].concat();
    unbreak(directory.path(), &all)
}

#[test]
fn the_story_tells_the_error_the_fix_and_how_it_was_verified() {
    let directory = workspace(BROKEN);
    let ran = run(&directory, &[]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    for told in [
        "run 1: python3 a.py\n  fails (exit code 1)",
        "fatal[SyntaxError]: expected ':'\n --> a.py:1:14\n",
        "    -def total(xs)\n    +def total(xs):\n",
        "run 2: python3 a.py\n  fails (exit code 1)",
        "run 3: python3 a.py\n  passes (exit code 0)",
        "verified (1 error → 0): run 3: the command passes\n",
        "right because the message names the replacement\n",
        "the command passes now\n",
        "undo with: unbreak undo ",
    ] {
        assert!(ran.stdout.contains(told), "{told:?} is not in\n{}", ran.stdout);
    }
    assert_eq!(ran.stderr, "");
    assert_eq!(source(&directory), MENDED);
}

#[test]
fn json_lines_are_numbered_events_and_a_report() {
    let directory = workspace(BROKEN);
    let ran = run(&directory, &["--format", "jsonl"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let mut lines: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let report = lines.pop().unwrap();
    assert_eq!(
        (&report["event"], &report["outcome"]["kind"]),
        (&"report".into(), &"fixed".into())
    );
    for (index, event) in lines.iter().enumerate() {
        assert_eq!(event["seq"], index + 1);
        assert!(event["time_ms"].is_u64() && event["iteration"].is_u64() && event["event"].is_string());
    }
    let names: Vec<&str> = lines
        .iter()
        .map(|event| event["event"].as_str().unwrap())
        .collect();
    let expected = [
        "start",
        "execute",
        "parse",
        "execute",
        "parse",
        "analyze",
        "fix",
        "execute",
        "parse",
        "verify",
        "fix_results",
        "success",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_result_alone_is_on_standard_output() {
    let directory = workspace(HOPELESS);
    let json = run(&directory, &["--format", "json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&json.stdout).unwrap()["outcome"]["kind"],
        "no_fix"
    );
    assert!(
        json.stderr.starts_with("sandbox: ")
            && json
                .stderr
                .contains("\nrun 1: python3 a.py\n  fails (exit code 1)"),
        "{}",
        json.stderr
    );
    let sarif = run(&directory, &["--format", "sarif", "--quiet"]);
    assert_eq!(
        serde_json::from_str::<Value>(&sarif.stdout).unwrap()["version"],
        "2.1.0"
    );
    assert_eq!(sarif.stderr, "");
    let markdown = run(&directory, &["--format", "markdown"]);
    assert!(
        markdown.stdout.starts_with("## unbreak: `python3 a.py`\n"),
        "{}",
        markdown.stdout
    );
    let github = run(&directory, &["--format", "github"]);
    assert!(github.stdout.starts_with("::error "), "{}", github.stdout);
}

#[test]
fn what_cannot_be_repaired_is_told_and_left_alone() {
    let directory = workspace(HOPELESS);
    let ran = run(&directory, &[]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("the command still fails (exit code 1)"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("the moon is full"), "{}", ran.stdout);
    assert_eq!(source(&directory), HOPELESS);
}

#[test]
fn a_command_that_passes_is_left_alone() {
    let directory = workspace(MENDED);
    let ran = run(&directory, &["--quiet"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("there was nothing to do"), "{}", ran.stdout);
}

#[test]
fn a_dry_run_shows_the_change_and_makes_none() {
    let directory = workspace(BROKEN);
    let ran = run(&directory, &["--dry-run"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("--- a/a.py\n+++ b/a.py\n"), "{}", ran.stdout);
    assert_eq!(source(&directory), BROKEN);
}

#[test]
fn a_patch_is_written_and_nothing_else() {
    let directory = workspace(BROKEN);
    let ran = run(&directory, &["--patch", "fix.patch", "--quiet"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let patch = fs::read_to_string(directory.path().join("fix.patch")).unwrap();
    assert!(
        patch.contains("--- a/a.py\n+++ b/a.py\n") && patch.contains("\n+def total(xs):\n"),
        "{patch}"
    );
    let printed = run(&directory, &["--patch", "-"]);
    assert_eq!((printed.code, printed.stdout), (0, patch), "{}", printed.stderr);
    assert!(!directory.path().join("-").exists());
    assert_eq!(source(&directory), BROKEN);
}

#[test]
fn wrong_usage_ends_with_2_and_says_what_to_do() {
    let directory = workspace(BROKEN);
    fs::write(directory.path().join("check.sh"), "").unwrap();
    let cases: [(&[&str], &str); 12] = [
        (
            &["run"],
            "hint: put it after two dashes, for example: unbreak run -- pytest -q",
        ),
        (&["run", "--"], "error: there is no command to run"),
        (&["run", "--", "pyhton3", "a.py"], "hint: did you mean 'python3'"),
        (
            &["run", "--", "python3 a.py"],
            "hint: the command is taken word by word: unbreak run -- python3 a.py",
        ),
        (
            &["run", "--", "check.sh"],
            "hint: there is a file of that name here: ./check.sh",
        ),
        (&["run", "--", "./chekc.sh"], "hint: did you mean './check.sh'?"),
        (
            &["run", "-C", "nowhere", "--", "python3"],
            "error: nowhere cannot be used as a workspace",
        ),
        (&["run", "--allow", "instal", "--", "python3"], "'install'"),
        (
            &["run", "--timeout", "5 parsecs", "--", "python3"],
            "write it as in 90s or 5m",
        ),
        (
            &["run", "--patch", "no/such/file", "--", "python3", "a.py"],
            "the patch cannot be written to no/such/file",
        ),
        (
            &["run", "--patch", "-", "--format", "json", "--", "python3", "a.py"],
            "standard output cannot be the patch and the report",
        ),
        (
            &["run", "--commit", "--", "python3", "a.py"],
            "error: there is no git repository to commit to",
        ),
    ];
    for (args, told) in cases {
        let ran = unbreak(directory.path(), args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(told), "{args:?}: {}", ran.stderr);
    }
    assert_eq!(source(&directory), BROKEN);
}

#[test]
fn a_used_up_budget_ends_with_3() {
    let directory = workspace(BROKEN);
    let ran = run(&directory, &["--budget-time", "0"]);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("the time budget is used up"),
        "{}",
        ran.stdout
    );
    assert_eq!(source(&directory), BROKEN);
}

#[test]
fn a_command_that_hangs_is_killed_at_its_limit() {
    let directory = workspace("import time\ntime.sleep(600)\n");
    let ran = run(&directory, &["--timeout", "500ms"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("killed at its time limit"), "{}", ran.stdout);
}

/// A run of a command that does not end, once that has begun.
fn endless(directory: &Path) -> Child {
    let mut command = program(directory);
    command.args(["run", "--format", "jsonl", "--", "sleep", "600"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut events = BufReader::new(child.stdout.take().unwrap());
    events.read_line(&mut first).unwrap();
    assert!(first.contains(r#""event":"start""#), "{first}");
    child.stdout = Some(events.into_inner());
    child
}

fn interrupt(child: Child) -> std::process::Output {
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn an_interrupt_ends_with_130_and_a_report() {
    let directory = TempDir::new().unwrap();
    let output = interrupt(endless(directory.path()));
    assert_eq!(output.status.code(), Some(130));
    let stdout = String::from_utf8(output.stdout).unwrap();
    let report: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    assert_eq!(report["outcome"]["kind"], "interrupted");
}

#[test]
fn a_second_run_in_the_same_workspace_is_refused_with_4() {
    let directory = workspace(BROKEN);
    let first = endless(directory.path());
    let second = run(&directory, &[]);
    assert_eq!(second.code, 4, "{}", second.stderr);
    assert!(
        second
            .stderr
            .starts_with("error: another run holds the workspace"),
        "{}",
        second.stderr
    );
    assert!(second.stderr.contains("hint: "), "{}", second.stderr);
    interrupt(first);
    assert_eq!(run(&directory, &[]).code, 0);
}

#[test]
fn a_run_can_be_undone_once() {
    let directory = workspace(BROKEN);
    run(&directory, &[]);
    let history = unbreak(directory.path(), &["history", "--format", "json"]);
    let runs: Value = serde_json::from_str(&history.stdout).unwrap();
    let id = runs[0]["id"].as_str().unwrap();
    assert_eq!(
        (&runs[0]["command"], &runs[0]["files"][0]),
        (&"python3 a.py".into(), &"a.py".into())
    );
    let undone = unbreak(directory.path(), &["undo", id]);
    assert_eq!(undone.code, 0, "{}", undone.stderr);
    assert_eq!(source(&directory), BROKEN);
    assert!(unbreak(directory.path(), &["history"]).stdout.contains("undone"));
    let again = unbreak(directory.path(), &["undo"]);
    assert_eq!(again.code, 2);
    assert!(
        again.stderr.contains("there is nothing to undo"),
        "{}",
        again.stderr
    );
}

#[test]
fn work_done_since_a_run_is_not_undone_unless_forced() {
    let directory = workspace(BROKEN);
    run(&directory, &[]);
    let work = MENDED.replace("[1, 2]", "[1, 2, 3]");
    fs::write(directory.path().join("a.py"), &work).unwrap();
    let refused = unbreak(directory.path(), &["undo"]);
    assert_eq!(refused.code, 4, "{}", refused.stderr);
    assert!(refused.stderr.contains("a.py"), "{}", refused.stderr);
    assert_eq!(source(&directory), work);
    assert_eq!(unbreak(directory.path(), &["undo", "--force"]).code, 0);
    assert_eq!(source(&directory), BROKEN);
}

#[test]
fn an_empty_history_says_so() {
    let directory = TempDir::new().unwrap();
    assert_eq!(
        unbreak(directory.path(), &["history"]).stdout,
        "no run has been made here\n"
    );
    assert_eq!(
        unbreak(directory.path(), &["history", "--format", "json"]).stdout,
        "[]\n"
    );
}

#[test]
fn the_doctor_names_what_is_there_and_what_to_do_about_the_rest() {
    let directory = TempDir::new().unwrap();
    let text = unbreak(directory.path(), &["doctor"]);
    let json = unbreak(directory.path(), &["doctor", "--format", "json"]);
    assert_eq!((text.code, json.code), (0, 0), "{}", text.stdout);
    let checks: Vec<Value> = serde_json::from_str(&json.stdout).unwrap();
    let python = checks.iter().find(|check| check["name"] == "python3").unwrap();
    assert_eq!(python["state"], "ok");
    assert!(
        python["found"].as_str().unwrap().starts_with("Python 3."),
        "{python}"
    );
    for check in &checks {
        assert!(check["state"] == "ok" || check["advice"].is_string(), "{check}");
        assert!(
            text.stdout.contains(check["name"].as_str().unwrap()),
            "{}",
            text.stdout
        );
    }
}

#[test]
fn the_doctor_says_what_an_installation_needs() {
    let directory = TempDir::new().unwrap();
    let output = program(directory.path())
        .args(["doctor", "--install", "typescript"])
        .env("PATH", directory.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("typescript could not be installed"), "{stderr}");
    assert!(stderr.contains("hint: that needs Node"), "{stderr}");
}

#[test]
fn the_doctor_says_that_the_state_cannot_be_kept() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    let mut command = program(directory.path());
    let output = command
        .arg("doctor")
        .env("UNBREAK_STATE_DIR", directory.path().join("file/state"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        stdout.contains("set UNBREAK_STATE_DIR to a directory"),
        "{stdout}"
    );
}
