//! Commands that make no sense, do not exist, die, hang, or pass.

use std::fs;

use unbreak_core::{ErrorType, ExitState, Outcome};

use crate::harness::{Site, wait_for};

#[test]
fn no_command_is_wrong_usage_and_shows_how() {
    let site = Site::empty();
    let ended = site.run(["run"]).with_code(2);
    assert!(ended.stderr.contains("unbreak run -- "), "{}", ended.stderr);
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    let site = Site::empty();
    let ended = site.run(["run", "--", "pytset", "-q"]).with_code(2);
    assert!(ended.stderr.contains("pytset"), "{}", ended.stderr);
}

#[test]
fn a_directory_that_does_not_exist_is_named() {
    let site = Site::empty();
    let ended = site
        .run(["run", "-C", "no/such/place", "--", "true"])
        .with_code(2);
    assert!(ended.stderr.contains("no/such/place"), "{}", ended.stderr);
}

#[test]
fn an_unknown_class_is_refused_with_those_there_are() {
    let site = Site::empty();
    let ended = site
        .run(["run", "--allow", "evrything", "--", "true"])
        .with_code(2);
    assert!(
        ended.stderr.contains("evrything") && ended.stderr.contains("install"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_command_that_passes_is_run_once() {
    let site = Site::empty();
    let report = site.repair(["true"]).with_code(0).report();
    assert_eq!(report.outcome, Outcome::AlreadyPassing);
    assert_eq!(report.runs, 1);
}

#[test]
fn a_command_killed_by_a_signal_failed() {
    let site = Site::empty();
    let report = site.repair(["sh", "-c", "kill -SEGV $$"]).with_code(1).report();
    assert_eq!(report.exit, ExitState::Signal(11));
    let told = site.run(["run", "--", "sh", "-c", "kill -SEGV $$"]).with_code(1);
    assert!(told.stdout.contains("signal 11"), "{}", told.stdout);
}

#[test]
fn a_silent_failure_is_no_success() {
    let site = Site::empty();
    let report = site.repair(["false"]).with_code(1).report();
    assert_ne!(report.outcome, Outcome::Fixed);
    assert_eq!(report.exit, ExitState::Code(1));
}

/// Returns whether a process runs; one that has ended and was not waited for has no command line (proc(5)).
fn is_running(pid: &str) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

#[test]
fn a_command_that_hangs_is_killed_with_all_it_started() {
    let site = Site::empty();
    let pid = site.beside("pid");
    // The sleeper leaves the process group, and must die all the same.
    let script = format!(
        "setsid sh -c 'echo $$ > \"{}\"; exec sleep 600' & sleep 600",
        pid.display()
    );
    let command = [
        "run",
        "--format",
        "jsonl",
        "--timeout",
        "1s",
        "--",
        "sh",
        "-c",
        &script,
    ];

    let report = site.run(command).with_code(1).report();

    assert_eq!(report.exit, ExitState::TimedOut);
    assert!(
        report
            .remaining
            .iter()
            .any(|found| found.error_type == ErrorType::Timeout)
    );
    let sleeper = fs::read_to_string(pid).unwrap();
    wait_for("the sleeper's end", || !is_running(sleeper.trim()));
}

#[test]
fn the_budget_of_time_ends_the_run() {
    let site = Site::empty();
    let command = [
        "run",
        "--format",
        "jsonl",
        "--budget-time",
        "1s",
        "--",
        "sleep",
        "600",
    ];
    let report = site.run(command).with_code(3).report();
    assert!(
        matches!(report.outcome, Outcome::BudgetExhausted { .. }),
        "{:?}",
        report.outcome
    );
}

#[test]
fn what_makes_no_sense_leaves_no_run_in_the_history() {
    let site = Site::empty();
    for wrong in [
        &["--deliver", "../out", "--", "true"][..],
        &["--deliver", "{a", "--", "true"],
        &["--allow", "evrything", "--", "true"],
        &["--", "pytset", "-q"],
    ] {
        let ended = site.run([&["run"], wrong].concat()).with_code(2);
        assert!(ended.stderr.contains("error: "), "{wrong:?}: {}", ended.stderr);
    }
    let history = site.run(["history"]).with_code(0);
    assert_eq!(history.stdout, "no run has been made here\n");
}

/// A format's width may not be above 65,535, a terminal's line may be.
#[test]
fn long_texts_are_listed() {
    let site = Site::empty();
    let long = "x".repeat(70_000);
    site.run(["run", "--", "true", &long]).with_code(0);
    for format in ["text", "json"] {
        let history = site.run(["history", "--format", format]).with_code(0);
        assert!(history.stdout.contains(&long), "{}", history.stdout.len());
    }
    let plugins = site.beside("plugins");
    fs::create_dir_all(&plugins).unwrap();
    fs::write(plugins.join("long.toml"), format!("{} = 1\n", &long[..40_000])).unwrap();
    fs::write(plugins.join("longer.toml"), format!("id = \"{long}\"\n")).unwrap();
    let listed = site.run(["plugin", "list"]).with_code(0);
    assert_eq!(listed.stdout.matches("broken").count(), 2, "{}", listed.stdout);
}
