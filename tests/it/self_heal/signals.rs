//! Signals reach the agent.

use rustix::process::Signal;

use super::{said, scripted, supervise};
use crate::harness::{Running, wait_for};

const PASSED_ON: [(&str, Signal); 6] = [
    ("INT", Signal::INT),
    ("HUP", Signal::HUP),
    ("QUIT", Signal::QUIT),
    ("USR1", Signal::USR1),
    ("USR2", Signal::USR2),
    ("WINCH", Signal::WINCH),
];

/// Writes down each signal, and ends on TERM in this way.
fn listening(end: &str) -> String {
    let traps: String = PASSED_ON
        .iter()
        .map(|(name, _)| format!("trap 'echo {name} >> \"$BESIDE/heard\"' {name}\n"))
        .collect();
    format!("{traps}trap '{end}' TERM\necho run >> \"$BESIDE/runs\"\nwhile :; do sleep 0.02; done\n")
}

#[test]
fn signals_are_passed_on_once_each() {
    let site = scripted(&listening("exit 7"));
    let running = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || !said(&site, "runs").is_empty());
    let mut expected = String::new();
    for (name, signal) in PASSED_ON {
        running.signal(signal);
        expected += &format!("{name}\n");
        wait_for(name, || said(&site, "heard") == expected);
    }
    running.signal(Signal::TERM);
    running.end().with_code(7);
    assert_eq!(said(&site, "heard"), expected);
}

#[test]
fn an_agent_that_was_told_to_terminate_is_not_started_again() {
    let site = scripted(&listening("exit 42"));
    let running = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || !said(&site, "runs").is_empty());
    running.signal(Signal::TERM);
    running.end().with_code(42);
    assert_eq!(said(&site, "runs"), "run\n");
}

#[test]
fn an_agent_that_dies_of_a_signal_gives_its_number() {
    let site = scripted("echo run >> \"$BESIDE/runs\"\nexec sleep 1000\n");
    let running = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || !said(&site, "runs").is_empty());
    running.signal(Signal::INT);
    running.end().with_code(130);
}
