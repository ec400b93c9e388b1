//! The official clients in Python and TypeScript: each repairs two faults with progress shown, reads the
//! whole report, and cancels a call in the middle.

use std::process::Command;

use serde_json::Value;

use super::http::Server;
use crate::harness::{Running, Site, repository};

fn here(file: &str) -> std::path::PathBuf {
    repository().join("tests/it/mcp").join(file)
}

/// The observations of a client.
fn seen(command: &mut Command) -> Value {
    let ended = Running::start(command).end().with_code(0);
    serde_json::from_str(&ended.stdout).expect("one object")
}

#[track_caller]
fn check(seen: &Value, site: &Site) {
    assert_eq!(seen["run"]["result"]["passes"], true, "{seen}");
    assert_eq!(
        seen["run"]["result"]["fixed"].as_array().unwrap().len(),
        2,
        "{seen}"
    );
    assert!(
        seen["text"].as_str().unwrap().contains("The command passes now"),
        "{seen}"
    );
    assert_eq!(seen["resource"]["outcome"]["kind"], "fixed");
    assert_eq!(seen["cancelled"], true);
    assert_eq!(seen["after"]["result"]["outcome"], "already_passing", "{seen}");
    let progress = seen["progress"].as_array().unwrap();
    assert!(
        progress
            .iter()
            .any(|told| told[1].as_str().unwrap().contains("looking for fixes")),
        "{progress:?}"
    );
    let commands = seen["history"].as_array().unwrap();
    assert!(
        commands.iter().any(|run| run["command"] == "./check.sh"),
        "{commands:?}"
    );
    assert!(site.passes(&["./check.sh"]));
}

fn python(site: &Site, mode: &str, server: &[String]) -> Value {
    let mut command = site.program("python3");
    command
        .arg(here("client.py"))
        .args([mode, "[\"./check.sh\"]"])
        .args(server);
    seen(&mut command)
}

fn node(site: &Site, server: &[String]) -> Value {
    let modules = repository().join(".tools/node/node_modules");
    assert!(
        modules.join("@modelcontextprotocol/sdk").exists(),
        "the Node tools are missing: run cargo xtask setup"
    );
    let mut command = site.program("node");
    command
        .arg(here("client.mjs"))
        .arg(modules)
        .arg("[\"./check.sh\"]")
        .args(server);
    seen(&mut command)
}

fn stdio(site: &Site) -> [String; 2] {
    let command = site.unbreak(["mcp"]);
    [
        command.get_program().to_str().unwrap().to_owned(),
        "mcp".to_owned(),
    ]
}

#[test]
fn python_over_the_standard_streams_with_a_handshake() {
    let site = Site::two_faults();
    check(&python(&site, "legacy", &stdio(&site)), &site);
}

#[test]
fn python_over_the_standard_streams_without_a_handshake() {
    let site = Site::two_faults();
    check(&python(&site, "auto", &stdio(&site)), &site);
}

#[test]
fn python_over_http() {
    for mode in ["legacy", "auto"] {
        let site = Site::two_faults();
        let server = Server::start(&site, &[], None);
        check(&python(&site, mode, &[server.url()]), &site);
    }
}

#[test]
fn typescript_over_the_standard_streams_and_http() {
    let site = Site::two_faults();
    check(&node(&site, &stdio(&site)), &site);
    let site = Site::two_faults();
    let server = Server::start(&site, &[], None);
    check(&node(&site, &[server.url()]), &site);
}
