//! Checks the workspace, and the directory of unbreak's own state.

use std::path::Path;

use unbreak_core::Workspace as _;
use unbreak_host::Agent;
use unbreak_host::runner::offers;
use unbreak_host::workspace::STATE_DIR_VARIABLE;

use super::Check;

/// Checks both.
pub(super) fn checks(agent: &Agent) -> Vec<Check> {
    let root = agent.tree().root();
    vec![
        writable(root),
        repository(root),
        state(agent),
        history(agent),
        sandbox(root),
        #[cfg(feature = "plugins")]
        plugins(),
    ]
}

#[cfg(feature = "plugins")]
fn plugins() -> Check {
    match unbreak_host::plugins::can_withhold_network() {
        Ok(()) => Check::ok("plug-ins", "kept from the network unless it is granted"),
        Err(reason) => Check::missing(
            "plug-ins",
            format!("the network is not blocked: {reason}"),
            "grant it only to plug-ins that may have it",
        ),
    }
}

fn sandbox(root: &Path) -> Check {
    let [full, partial] = offers(root);
    match (full, partial) {
        ((_, Ok(program)), _) => Check::ok(
            "sandbox",
            format!("bubblewrap ({program}): files, processes and the network"),
        ),
        ((_, Err(reason)), (_, Ok(version))) => Check::missing(
            "sandbox",
            format!("Landlock, {version}: files, but neither .git nor modes and owners; {reason}"),
            INSTALL,
        ),
        ((_, Err(reason)), (_, Err(other))) => Check::missing(
            "sandbox",
            format!("none, commands can write everywhere: {reason}; Landlock: {other}"),
            INSTALL,
        ),
    }
}

/// A hint how to get a full sandbox.
const INSTALL: &str =
    "for a full one install bubblewrap and allow user namespaces; --sandbox strict needs it";

fn writable(root: &Path) -> Check {
    let place = root.display().to_string();
    match can_write(root) {
        true => Check::ok("workspace", place),
        false => Check::broken(
            "workspace",
            format!("{place} is read-only"),
            "make it writable, or work on a copy",
        ),
    }
}

fn repository(root: &Path) -> Check {
    let found = root.ancestors().find(|directory| directory.join(".git").exists());
    match found {
        Some(directory) => Check::ok("repository", directory.display().to_string()),
        None => Check::missing(
            "repository",
            "none",
            "--commit needs one; everything else works without",
        ),
    }
}

fn state(agent: &Agent) -> Check {
    let directory = agent.tree().state_directory();
    let place = directory.display().to_string();
    let existing = directory.ancestors().find(|directory| directory.exists());
    match existing.is_some_and(|place| place.is_dir() && can_write(place)) {
        true => Check::ok("state", place),
        false => Check::broken(
            "state",
            format!("{place} cannot be written"),
            format!("set {STATE_DIR_VARIABLE} to a directory that can"),
        ),
    }
}

fn can_write(directory: &Path) -> bool {
    rustix::fs::access(directory, rustix::fs::Access::WRITE_OK).is_ok()
}

fn history(agent: &Agent) -> Check {
    let unfinished = match agent.history() {
        Ok(runs) => runs.iter().filter(|run| run.ended_ms.is_none()).count(),
        Err(error) => return Check::broken("history", error.to_string(), error.hint().unwrap_or_default()),
    };
    match unfinished {
        0 => Check::ok("history", "no run is unfinished"),
        _ => Check::missing(
            "history",
            "a run is going on, or was interrupted",
            "the next run completes an interrupted one",
        ),
    }
}
