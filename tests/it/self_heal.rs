//! Agents that repair themselves, and their supervisor.

mod agent;
mod kills;
mod process_tree;
mod restarts;
mod scripted_agent;
mod signals;
mod switches;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::harness::{Ended, Running, Site, binary};

/// The repository that agents are bound to.
const REPOSITORY: &str = "https://example.org/ada/agent";

/// A workspace with an agent in shell script as `agent.sh`, whose source it is.
fn scripted(script: &str) -> Site {
    let site = Site::empty();
    write_script(&site.root().join("agent.sh"), script);
    site
}

fn write_script(file: &Path, script: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(file, format!("#!/bin/sh\n{script}")).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// `unbreak supervise` of the agent in the workspace.
fn supervise(site: &Site, flags: &[&str]) -> Command {
    let mut command = site.unbreak(["supervise"]);
    command.args(flags).args(["--", "./agent.sh"]);
    command.env("UNBREAK", binary());
    command.env("BESIDE", site.beside("."));
    command
}

fn supervised(site: &Site) -> Ended {
    Running::start(&mut supervise(site, &[])).end()
}

/// The content of a file beside the workspace; empty if there is none.
fn said(site: &Site, name: &str) -> String {
    fs::read_to_string(site.beside(name)).unwrap_or_default()
}

/// The directory of what the agent keeps.
fn heal_directory(site: &Site) -> PathBuf {
    let states = fs::read_dir(site.beside("state"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = states
        .map(|state| state.join("heal"))
        .filter(|heal| heal.is_dir())
        .collect();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// The tasks that the agent in the workspace keeps: name and state.
fn tasks(site: &Site) -> Vec<(String, String)> {
    let listed = site.run(["heal", "list", "--format", "json"]).with_code(0);
    let list: Value = serde_json::from_str(&listed.stdout).unwrap();
    let text = |task: &Value, name: &str| task[name].as_str().unwrap().to_owned();
    let tasks = list["tasks"].as_array().unwrap().iter();
    tasks
        .map(|task| (text(task, "id"), text(task, "state")))
        .collect()
}
