//! A run that ends while a model answers.

use std::fs;

use rustix::process::Signal;
use unbreak_loopback::{ChatServer, Reply};

use super::{RIGHT, UNITTEST, WRONG, consult, repair, site};
use crate::harness::{PLAN, Running, Site, answering, block, configure, wait_for, wants_plan};

/// A server that stops in the middle of the first edit.
fn stalling() -> ChatServer {
    let half = block("sums.py", WRONG, RIGHT);
    let half = half[..half.len() / 2].to_owned();
    let reply = move |request: &serde_json::Value| match wants_plan(request) {
        true => Reply::Text(PLAN.to_owned()),
        false => Reply::Stall(half.clone()),
    };
    ChatServer::start(reply).unwrap()
}

/// A repair that waits for the rest of an answer.
fn waiting(site: &Site, server: &ChatServer) -> Running {
    let running = consult(site, &configure(site, server), UNITTEST);
    wait_for("the answer", || server.stalled() == 1);
    running
}

/// The processes whose environment names the site.
fn processes_of(site: &Site) -> Vec<String> {
    let own = site.beside("state").display().to_string();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let is_of_site = |process: &fs::DirEntry| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&own)
    };
    let found = entries.filter(is_of_site);
    found
        .map(|process| process.file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn ctrl_c_while_a_model_answers_leaves_nothing() {
    let (site, server) = (site(), stalling());
    let before = site.snapshot();
    let running = waiting(&site, &server);
    assert!(!processes_of(&site).is_empty(), "the run itself is seen");

    running.signal(Signal::INT);

    running.end().with_code(130);
    wait_for("the connection to be closed", || server.left() == 1);
    wait_for("all processes to end", || processes_of(&site).is_empty());
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

#[test]
fn kill_9_while_a_model_answers_leaves_nothing() {
    let (site, server) = (site(), stalling());
    let before = site.snapshot();
    let running = waiting(&site, &server);

    running.signal(Signal::KILL);

    running.end().with_code(-9);
    wait_for("the connection to be closed", || server.left() == 1);
    wait_for("all processes to end", || processes_of(&site).is_empty());
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);

    // The next run has nothing to clear up, and repairs.
    let next = repair(&site, &answering(block("sums.py", WRONG, RIGHT))).with_code(0);
    assert_eq!(next.report().warnings, [""; 0]);
    assert_eq!(site.snapshot().changed_since(&before), ["sums.py"]);
    assert_eq!(site.read("sums.py"), "def add(a, b):\n    return a + b\n");
}
