//! `examples/self-healing-agent`: a bug in its own tool, in the middle of a task.

use std::fs;
use std::process::Command;

use super::{REPOSITORY, tasks};
use crate::harness::{Ended, Running, Site, built, copy, repository};

/// The example in a scratch directory: its source is the workspace, and the user's directory lies beside it.
pub(super) struct Example {
    pub(super) site: Site,
}

pub(super) const BROKEN: &str = "import json\nimport sys\n";
pub(super) const REPAIRED: &str = "import json\nimport math\nimport sys\n";

impl Example {
    pub(super) fn new() -> Self {
        let site = Site::empty();
        copy(
            &repository().join("examples/self-healing-agent/agent"),
            &site.root(),
        );
        site.git(&["init", "--quiet"]);
        site.git(&["add", "."]);
        site.git(&["commit", "--quiet", "--message", "the agent"]);
        site.git(&["remote", "add", "origin", REPOSITORY]);
        fs::create_dir(site.beside("invoices")).unwrap();
        fs::write(site.beside("invoices/hours.csv"), "day,hours\n1,7.5\n2,0.25\n").unwrap();
        Self { site }
    }

    /// The same in development mode.
    pub(super) fn in_development() -> Self {
        let example = Self::new();
        example.enable();
        example
    }

    pub(super) fn enable(&self) {
        let enable = ["dev", "enable", "--permanently", "--repository", REPOSITORY];
        self.site.run(enable).with_code(0);
    }

    /// `unbreak supervise` of the agent, in the user's directory.
    pub(super) fn supervise(&self, flags: &[&str], prompt: &[&str]) -> Command {
        let mut command = self.site.unbreak(["supervise", "-C"]);
        command
            .arg(self.site.root())
            .args(flags)
            .arg("--")
            .arg(built("self-healing-agent"))
            .arg(self.site.root())
            .args(prompt)
            .current_dir(self.site.beside("invoices"));
        command
    }

    pub(super) fn run(&self, flags: &[&str], prompt: &[&str]) -> Ended {
        Running::start(&mut self.supervise(flags, prompt)).end()
    }

    pub(super) fn invoice(&self) -> Option<String> {
        fs::read_to_string(self.site.beside("invoices/invoice.txt")).ok()
    }
}

pub(super) const INVOICE: &str = "7.75 hours at 80: 620.00\n";

#[test]
fn it_pauses_repairs_itself_restarts_and_finishes_the_task() {
    let example = Example::in_development();
    let ended = example.run(&[], &["write the invoice"]).with_code(0);
    assert_eq!(example.invoice().as_deref(), Some(INVOICE));
    assert!(example.site.read("tools/total.py").contains(REPAIRED));
    let tasks = tasks(&example.site);
    let [(task, state)] = &tasks[..] else {
        panic!("one task was paused: {tasks:?}");
    };
    assert_eq!(state, "done");
    // What was done before the pause is not done again.
    let lines: Vec<&str> = ended
        .stdout
        .lines()
        .filter(|line| !line.starts_with(['-', '+', '@', ' ']))
        .collect();
    let expected = [
        "read_hours {",
        "total {",
        "self-code, 95 %",
        &format!("paused {task}"),
        "diff --git a/tools/total.py b/tools/total.py",
        &format!("resumed {task}"),
        "total {",
        "write_invoice {",
        "done: ",
    ];
    let told = lines.iter().filter(|line| !line.is_empty());
    for (line, expected) in told.clone().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(told.count(), expected.len(), "{}", ended.stdout);
    // The repair is one that can be looked at and rolled back.
    let log = example.site.run(["dev", "log"]).with_code(0).stdout;
    assert!(log.contains("self-fix begins: python3 -m unittest -q"), "{log}");
    assert!(log.contains("changed: tools/total.py"), "{log}");
    example.site.run(["undo"]).with_code(0);
    assert!(example.site.read("tools/total.py").contains(BROKEN));
}

#[test]
fn without_development_mode_the_task_waits_for_permission() {
    let example = Example::new();
    let ended = example.run(&[], &["write the invoice"]).with_code(1);
    assert!(
        ended.stderr.contains("development mode is off"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stderr.contains("(write the invoice) is paused"),
        "{}",
        ended.stderr
    );
    assert!(example.site.read("tools/total.py").contains(BROKEN));
    let waiting = tasks(&example.site);
    assert_eq!(waiting[0].1, "paused");
    // Without --resume it is only told of: the agent may have another task now.
    let told = example.run(&[], &[]).with_code(0);
    assert_eq!(told.stdout, "nothing to do\n");
    assert!(told.stderr.contains("is paused"), "{}", told.stderr);
    example.enable();
    example.run(&["--resume"], &[]).with_code(0);
    assert_eq!(example.invoice().as_deref(), Some(INVOICE));
    let states: Vec<String> = tasks(&example.site).into_iter().map(|(_, state)| state).collect();
    assert_eq!(
        states,
        ["done", "done"],
        "the one that waited, and its continuation"
    );
}

#[test]
fn an_error_of_the_task_is_not_the_agents_own() {
    let example = Example::in_development();
    fs::remove_file(example.site.beside("invoices/hours.csv")).unwrap();
    let ended = example.run(&[], &["write the invoice"]).with_code(1);
    assert!(ended.stdout.contains("user-task, 90 %"), "{}", ended.stdout);
    assert_eq!(tasks(&example.site), []);
}
