//! Linux: every process is looked at through `/proc`, and signalled through a file descriptor that
//! cannot come to mean another process.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;

use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal, prlimit,
    test_kill_process_group,
};

use super::END;

/// A process that is still there.
#[derive(Debug)]
pub(in super::super) struct Survivor {
    pid: Pid,
    /// `None` on kernels before 5.3.
    handle: Option<OwnedFd>,
}

impl Survivor {
    /// Takes hold of a process if it is one of those looked for. The second look makes sure that
    /// the handle is that of the process seen, and not of a later one with its number.
    fn hold(pid: Pid, mut wanted: impl FnMut(Pid) -> bool) -> Option<Self> {
        if !wanted(pid) {
            return None;
        }
        let handle = pidfd_open(pid, PidfdFlags::empty()).ok();
        wanted(pid).then_some(Self { pid, handle })
    }

    /// Asks it to end.
    pub(in super::super) fn terminate(&self) {
        for signal in END {
            self.send(signal);
        }
    }

    /// Ends it.
    pub(in super::super) fn kill(&self) {
        self.send(Signal::KILL);
    }

    /// Whether the system still has it, other than as a name to be waited for.
    pub(in super::super) fn is_there(&self) -> bool {
        Stat::of(self.pid).is_some_and(|stat| !stat.has_ended())
    }

    fn send(&self, signal: Signal) {
        // It may have ended by itself: then nothing is left to do.
        let _ = match &self.handle {
            Some(handle) => pidfd_send_signal(handle, signal),
            None => kill_process(self.pid, signal),
        };
    }
}

impl PartialEq for Survivor {
    fn eq(&self, other: &Self) -> bool {
        self.pid == other.pid
    }
}

/// Processes that carry a mark.
pub(in super::super) fn marked(mark: &[u8]) -> Vec<Survivor> {
    let mut environ = Vec::new();
    processes()
        .filter_map(|pid| Survivor::hold(pid, |pid| carries(pid, mark, &mut environ)))
        .collect()
}

/// Processes that carry a mark, or that have lost it and are still in the process group.
pub(in super::super) fn survivors(group: Pid, mark: &[u8]) -> Vec<Survivor> {
    let mut environ = Vec::new();
    let has_group = test_kill_process_group(group).is_ok();
    processes()
        .filter_map(|pid| {
            Survivor::hold(pid, |pid| {
                carries(pid, mark, &mut environ) || has_group && is_member(pid, group)
            })
        })
        .collect()
}

/// All processes but this one, which inside another run carries that run's mark.
fn processes() -> impl Iterator<Item = Pid> {
    let this = getpid();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(move |pid| *pid != this)
}

/// Whether a process was started with the mark in its environment. A process that has ended has
/// none any more, and those of other users cannot be read.
fn carries(pid: Pid, mark: &[u8], environ: &mut Vec<u8>) -> bool {
    environ.clear();
    let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
    let read = File::open(path).and_then(|mut file| file.read_to_end(environ));
    read.is_ok() && memchr::memmem::find(environ, mark).is_some()
}

/// Whether a process belongs to a group and has not ended.
fn is_member(pid: Pid, group: Pid) -> bool {
    Stat::of(pid).is_some_and(|stat| stat.group == group.as_raw_nonzero().get() && !stat.has_ended())
}

/// What `/proc/*/stat` says of a process (`proc_pid_stat(5)`).
struct Stat {
    state: char,
    group: i32,
}

impl Stat {
    fn of(pid: Pid) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
        // The name before them is in parentheses and may hold anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        Some(Self {
            state: fields.next()?.chars().next()?,
            group: fields.nth(1)?.parse().ok()?,
        })
    }

    fn has_ended(&self) -> bool {
        matches!(self.state, 'Z' | 'X')
    }
}

/// Limits a process that has just been started, and what it starts from now on.
pub(in super::super) fn limit_memory(process: Pid, bytes: u64) {
    let limit = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    // It may have ended already, and then uses no memory.
    let _ = prlimit(Some(process), Resource::Data, limit);
}
