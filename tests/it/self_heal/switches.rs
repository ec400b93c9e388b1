//! Development mode from the command line.

use std::fs;

use serde_json::Value;

use super::{REPOSITORY, heal_directory, scripted, supervise};
use crate::harness::{Running, Site, wait_for};

fn status(site: &Site) -> (bool, Vec<String>) {
    let said = site.run(["dev", "status", "--format", "json"]);
    let status: Value = serde_json::from_str(&said.stdout).unwrap();
    let on = status["on"].as_bool().unwrap();
    assert_eq!(said.code, i32::from(!on));
    let reasons = status["reasons"].as_array().unwrap().iter();
    (
        on,
        reasons
            .map(|reason| reason.as_str().unwrap().to_owned())
            .collect(),
    )
}

fn repository(site: &Site) {
    site.git(&["init", "--quiet"]);
    site.git(&["remote", "add", "origin", REPOSITORY]);
}

#[test]
fn a_session_is_over_when_its_supervisor_is() {
    let site = scripted("touch \"$BESIDE/runs\"\nwhile [ ! -e \"$BESIDE/go\" ]; do sleep 0.02; done\n");
    repository(&site);
    let early = site
        .run(["dev", "enable", "--repository", REPOSITORY])
        .with_code(2);
    assert!(early.stderr.contains("there is no session"), "{}", early.stderr);
    let running = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || site.beside("runs").exists());
    assert_eq!(status(&site), (false, vec!["it was not switched on".to_owned()]));
    let enabled = site.run(["dev", "enable"]).with_code(0);
    let on = "development mode is on for this session\n";
    assert!(enabled.stdout.starts_with(on), "{}", enabled.stdout);
    fs::write(site.beside("go"), "").unwrap();
    running.end().with_code(0);
    let ended = "the session for which it was switched on has ended";
    assert_eq!(status(&site), (false, vec![ended.to_owned()]));
    // Nor does another session inherit it.
    fs::remove_file(site.beside("go")).unwrap();
    fs::remove_file(site.beside("runs")).unwrap();
    let running = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || site.beside("runs").exists());
    assert_eq!(status(&site), (false, vec![ended.to_owned()]));
    fs::write(site.beside("go"), "").unwrap();
    running.end().with_code(0);
}

#[test]
fn damage_is_an_error_that_names_the_file() {
    let site = Site::empty();
    repository(&site);
    site.run(["dev", "enable", "--permanently", "--repository", REPOSITORY])
        .with_code(0);
    site.run(["dev", "log", "--verify"]).with_code(0);
    let log = heal_directory(&site).join("audit.log");
    let changed = fs::read_to_string(&log).unwrap().replace("permanent", "session");
    fs::write(&log, changed).unwrap();
    let broken = site.run(["dev", "log", "--verify"]).with_code(1);
    let said = "audit.log is not intact: line 2";
    assert!(broken.stderr.contains(said), "{}", broken.stderr);
    let switch = heal_directory(&site).join("dev-session.json");
    fs::write(&switch, "{}").unwrap();
    let broken = site.run(["dev", "status"]).with_code(1);
    assert!(
        broken.stderr.contains("dev-session.json is damaged"),
        "{}",
        broken.stderr
    );
    assert_eq!(fs::read_to_string(&switch).unwrap(), "{}");
}

#[test]
fn a_source_that_cannot_be_written_keeps_it_off() {
    let site = Site::empty();
    repository(&site);
    site.run(["dev", "enable", "--permanently", "--repository", REPOSITORY])
        .with_code(0);
    assert_eq!(status(&site), (true, Vec::new()));
    // Read-only for everyone, the administrator included.
    let script = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && \"$0\" dev status";
    let mut command = site.program("unshare");
    let unbreak = site.unbreak(["dev"]).get_program().to_owned();
    command
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
        .arg(unbreak);
    let said = Running::start(&mut command).end();
    if said.stdout.is_empty() {
        println!("skipped: the system allows no namespaces here: {}", said.stderr);
        return;
    }
    assert_eq!(said.code, 1);
    assert!(said.stdout.contains("cannot be written"), "{}", said.stdout);
}
