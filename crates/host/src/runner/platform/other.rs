//! Unix without `/proc/*/environ`: only the process group of a command is known.

use std::io;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

use super::super::mark::Mark;
use super::END;

/// The processes that are still in the group.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Survivor(Pid);

impl Survivor {
    /// Asks them to end.
    pub(in super::super) fn terminate(&self) {
        for signal in END {
            self.send(signal);
        }
    }

    /// Ends them.
    pub(in super::super) fn kill(&self) {
        self.send(Signal::KILL);
    }

    /// Returns whether the group is that of a command's first process.
    pub(in super::super) fn is(&self, first: Pid) -> bool {
        self.0 == first
    }

    /// Returns whether the group still has members.
    pub(in super::super) fn is_there(&self) -> bool {
        test_kill_process_group(self.0).is_ok()
    }

    fn send(&self, signal: Signal) {
        // They may have ended by themselves: then nothing is left to do.
        let _ = kill_process_group(self.0, signal);
    }
}

/// Empty: marks cannot be read here.
pub(in super::super) fn marked(_mark: &[u8]) -> Vec<Survivor> {
    Vec::new()
}

/// The group, while it has members.
pub(in super::super) fn survivors(group: Pid, _mark: &Mark, _since: u64) -> Vec<Survivor> {
    let alive = test_kill_process_group(group).is_ok();
    alive.then_some(Survivor(group)).into_iter().collect()
}

/// Does nothing: there are no such limits here.
pub(in super::super) fn prepare(_process: &mut Command, _memory: Option<u64>, _mark: &Mark) {}

/// Unknown, and not needed here.
pub(in super::super) fn started(_process: Pid) -> u64 {
    0
}

/// Unknown: processes are not inspected here.
pub(in super::super) fn has_children() -> bool {
    false
}

/// Not possible here.
pub(in super::super) fn become_subreaper() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Does nothing: the system has no such function.
#[cfg(feature = "heal")]
pub(in super::super) fn die_with_parent(_process: &mut Command) {}
