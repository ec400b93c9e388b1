//! Language servers that misbehave: each is named in the report, in bounded time, and none is left running.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use rustix::process::{Pid, test_kill_process};
use unbreak_core::{Outcome, Report};

use crate::harness::{Site, wait_for};

const SERVER: &str = include_str!("servers/server.py");

/// Passes once line 4 is a certain comment; until then it says what a compiler of Go might.
const CHECK: &str = "\
grep -q '^// repaired' main.go && exit 0
echo './main.go:4:2: the shop is closed today'
exit 1
";

/// A project whose own `gopls` behaves in a certain way, and may take so many seconds. There is no sandbox:
/// in one, a server does not know the number by which the test knows it.
fn site(mode: &str, limit: f64) -> Site {
    let site = Site::with(&[
        ("go.mod", "module example.com/shop\n\ngo 1.19\n"),
        (
            "main.go",
            "package main\n\nfunc main() {\n\topen()\n}\n\nfunc open() {}\n",
        ),
        ("check.sh", CHECK),
        (
            "unbreak.toml",
            &format!("[options.server_fix]\nseconds = {limit}\n[sandbox]\nmode = \"off\"\n"),
        ),
        (
            ".venv/bin/gopls",
            &format!("#!/usr/bin/env python3\nMODE = {mode:?}\n{SERVER}"),
        ),
    ]);
    let server = site.root().join(".venv/bin/gopls");
    fs::set_permissions(server, fs::Permissions::from_mode(0o755)).unwrap();
    site
}

/// The report of a run with such a server, once all its processes are gone.
fn repair(site: &Site) -> Report {
    let started = Instant::now();
    // The server does not vouch for its fix, and the check is a linter.
    let flags = ["run", "--yes", "--allow", "guess", "--format", "jsonl"];
    let ended = site.run([flags.as_slice(), &["--", "sh", "check.sh"]].concat());
    let took = started.elapsed();
    assert!(took < Duration::from_secs(45), "took {took:?}");
    let known = fs::read_to_string(site.beside("processes")).expect("the server was started");
    for pid in known.split_whitespace() {
        let pid = Pid::from_raw(pid.parse().unwrap()).unwrap();
        wait_for("the end of the server", || test_kill_process(pid).is_err());
    }
    ended.report()
}

/// More than a server needs that answers.
const LONG: f64 = 50.0;

#[test]
fn a_server_that_keeps_to_the_protocol_repairs() {
    for mode in ["works", "beyond"] {
        let site = site(mode, LONG);
        let report = repair(&site);
        assert_eq!(report.outcome, Outcome::Fixed, "{mode}: {report:?}");
        assert_eq!(report.fixed[0].strategy, "server_fix");
        assert!(site.read("main.go").contains("// repaired"));
    }
}

#[test]
fn a_server_that_fails_is_named_and_the_run_goes_on() {
    for (mode, limit, said) in [
        (
            "crashes",
            LONG,
            "ended with exit code 7: error: the index is damaged",
        ),
        ("crashes late", LONG, "ended with exit code 3"),
        ("hangs", 1.5, "gopls did not answer initialize in time"),
        (
            "hangs late",
            8.0,
            "gopls did not answer textDocument/codeAction in time",
        ),
        ("floods", 1.5, "gopls did not answer initialize in time"),
        ("nonsense", LONG, "gopls: it writes something else than messages"),
        ("not json", LONG, "gopls: key must be a string"),
        ("endless", LONG, "gopls: a message does not say how long it is"),
    ] {
        let site = site(mode, limit);
        let before = site.snapshot();
        let report = repair(&site);
        assert_eq!(report.outcome, Outcome::NoFix, "{mode}");
        assert!(
            report.warnings.iter().any(|warning| warning.contains(said)),
            "{mode}: {:?}",
            report.warnings
        );
        assert_eq!(site.snapshot().changed_since(&before), [""; 0], "{mode}");
    }
}

#[test]
fn what_a_server_would_change_outside_the_workspace_is_not_proposed() {
    for mode in ["outside", "upwards", "creates"] {
        let site = site(mode, LONG);
        fs::write(site.beside("beside.go"), "package beside\n").unwrap();
        let before = site.snapshot();
        let report = repair(&site);
        assert_eq!(report.outcome, Outcome::NoFix, "{mode}: {:?}", report.fixed);
        assert_eq!(site.snapshot().changed_since(&before), [""; 0], "{mode}");
        let beside = fs::read_to_string(site.beside("beside.go")).unwrap();
        assert_eq!(beside, "package beside\n");
    }
}
