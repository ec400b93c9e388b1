//! Two runs at once, Ctrl-C, and someone else's git.

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::harness::{Running, Site, binary, wait_for};

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

/// The same directory under another name is the same workspace, also for a run that keeps its state elsewhere.
#[test]
fn a_bind_mount_leads_to_the_same_lock() {
    let site = waiting_site();
    let mount = |script: &str| {
        let mut command = site.program("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
        command.env("THERE", site.beside("there"));
        command.env("UNBREAK_STATE_DIR", site.beside("other-state"));
        command
    };
    fs::create_dir(site.beside("there")).unwrap();
    let bind = "mount --bind . \"$THERE\" && cd \"$THERE\"";
    if Running::start(&mut mount(bind)).end().code != 0 {
        // Only some systems let users mount.
        return;
    }
    let first = start(&site);
    let unbreak = binary();
    let script = format!("{bind} && exec '{}' run --sandbox off -- true", unbreak.display());
    let second = Running::start(&mut mount(&script)).end().with_code(4);
    assert!(
        second.stderr.contains("another run holds the workspace"),
        "{}",
        second.stderr
    );
    fs::write(site.beside("go"), "").unwrap();
    first.end().with_code(0);
    Running::start(&mut mount(&script)).end().with_code(0);
}

#[test]
fn a_stash_in_the_middle_of_a_run_leaves_a_report() {
    let site = waiting_site();
    site.git(&["init", "--quiet"]);
    site.git(&["add", "."]);
    site.git(&["commit", "--quiet", "-m", "all"]);
    site.write("greet.py", "print(json.dumps({1: 2}))\n");
    let running = start(&site);
    site.git(&["stash", "--quiet"]);
    fs::write(site.beside("go"), "").unwrap();
    let report = running.end().report();
    assert!(report.runs >= 2, "{report:?}");
    site.git(&["stash", "show"]);
}
