//! Two runs at once, and Ctrl-C.

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::harness::{Running, Site, wait_for};

/// A check that fails at once the first time; later it says that it runs, and waits for leave to end.
fn check(site: &Site) -> String {
    let (waiting, go) = (site.beside("waiting"), site.beside("go"));
    let quoted = |path: &Path| format!("'{}'", path.display());
    format!(
        "if grep -q import greet.py; then touch {waiting}; while [ ! -e {go} ]; do sleep 0.02; done; fi\n\
         exec python3 greet.py\n",
        waiting = quoted(&waiting),
        go = quoted(&go),
    )
}

/// A site whose check can be repaired, and waits while the repair is being verified.
fn waiting_site() -> Site {
    let site = Site::with(&[("greet.py", "print(json.dumps({}))\n")]);
    site.write("check.sh", &check(&site));
    site
}

fn start(site: &Site) -> Running {
    let running = Running::start(&mut site.unbreak(["run", "--format", "jsonl", "--", "sh", "check.sh"]));
    wait_for("the verification", || site.beside("waiting").exists());
    running
}

#[test]
fn ctrl_c_takes_back_what_is_not_verified() {
    let site = waiting_site();
    let before = site.snapshot();
    let running = start(&site);
    assert_ne!(
        site.snapshot(),
        before,
        "the fix is in the tree while it is being verified"
    );

    running.signal(Signal::INT);

    running.end().with_code(130);
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

#[test]
fn a_second_run_is_refused_while_the_first_holds_the_workspace() {
    let site = waiting_site();
    let first = start(&site);

    let second = site.run(["run", "--", "true"]).with_code(4);
    assert!(
        second.stderr.contains("another run holds the workspace"),
        "{}",
        second.stderr
    );

    fs::write(site.beside("go"), "").unwrap();
    first.end().with_code(0);
    site.run(["run", "--", "true"]).with_code(0);
}
