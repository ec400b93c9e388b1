//! Linux: processes are inspected through `/proc`, and signalled through a file descriptor that never refers
//! to another process.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, getrlimit, kill_process, pidfd_open,
    pidfd_send_signal, set_child_subreaper, setrlimit, waitpid,
};
#[cfg(feature = "heal")]
use rustix::process::{getppid, set_parent_process_death_signal};

use super::super::adopt;
use super::super::mark::Mark;
use super::END;

/// A process that still exists.
#[derive(Debug)]
pub(in super::super) struct Survivor {
    pid: Pid,
    /// `None` on kernels before 5.3.
    handle: Option<OwnedFd>,
}

impl Survivor {
    /// Opens a handle to a process if it is wanted. The second check ensures that the handle is that of the
    /// process seen, and not of a later one with its number.
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

    /// Returns whether it is a command's first process.
    pub(in super::super) fn is(&self, first: Pid) -> bool {
        self.pid == first
    }

    /// Returns whether the system still has it, other than as a zombie.
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

/// Processes that carry a mark, or that have lost it and are still in the process group; and those that have
/// left both, and were handed to this process by the system.
///
/// Processes older than the command, whose start is `since` in the system's time, are skipped.
pub(in super::super) fn survivors(group: Pid, mark: &Mark, since: u64) -> Vec<Survivor> {
    let mut environ = Vec::new();
    processes()
        .filter_map(|pid| {
            Survivor::hold(pid, |pid| {
                let stat = Stat::of(pid).filter(|stat| stat.start >= since);
                stat.is_some_and(|stat| match stat.has_ended() {
                    true => reap(pid, &stat, mark),
                    false => {
                        stat.group == group.as_raw_nonzero().get()
                            || carries(pid, mark.as_bytes(), &mut environ)
                            || is_left(pid, &stat, mark)
                    }
                })
            })
        })
        .collect()
}

/// When a process was started, in the system's time; 0 if it no longer exists.
pub(in super::super) fn started(process: Pid) -> u64 {
    Stat::of(process).map_or(0, |stat| stat.start)
}

/// Returns whether a process without the mark in its environment still belongs to the command.
fn is_left(pid: Pid, stat: &Stat, mark: &Mark) -> bool {
    let number = number(pid);
    number == Some(mark.number()) || stat.is_child() && adopt::is_left(pid, number, mark.number())
}

/// Reaps a process that was handed to this one and has ended. It does not count as a survivor.
fn reap(pid: Pid, stat: &Stat, mark: &Mark) -> bool {
    if stat.is_child() && adopt::is_left(pid, number(pid), mark.number()) {
        // Its status does not matter, and other code may have asked for it.
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
    false
}

/// The number that a process carries.
fn number(pid: Pid) -> Option<u64> {
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", pid.as_raw_nonzero())).ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max file locks"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns whether this process has any child.
pub(in super::super) fn has_children() -> bool {
    processes().any(|pid| Stat::of(pid).is_some_and(|stat| stat.is_child()))
}

/// Makes this process the new parent of processes whose parents end.
pub(in super::super) fn become_subreaper() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// All processes except this one, which inside another run carries that run's mark.
fn processes() -> impl Iterator<Item = Pid> {
    let this = getpid();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(move |pid| *pid != this)
}

/// Returns whether a process was started with the mark in its environment. An ended process has none any more, and
/// those of other users cannot be read.
fn carries(pid: Pid, mark: &[u8], environ: &mut Vec<u8>) -> bool {
    environ.clear();
    let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
    let read = File::open(path).and_then(|mut file| file.read_to_end(environ));
    read.is_ok() && memchr::memmem::find(environ, mark).is_some()
}

/// The most bytes of `/proc/*/stat`: a name of at most 64 bytes and 51 numbers of at most 20 digits.
const STAT: usize = 2048;

/// The content of `/proc/*/stat` about a process (`proc_pid_stat(5)`).
struct Stat {
    state: char,
    parent: i32,
    group: i32,
    /// Clock ticks from the start of the system to that of the process.
    start: u64,
}

impl Stat {
    fn of(pid: Pid) -> Option<Self> {
        // The system generates it for every read, and there may be hundreds of processes.
        let mut stat = [0; STAT];
        let length = File::open(format!("/proc/{}/stat", pid.as_raw_nonzero()))
            .and_then(|mut file| file.read(&mut stat))
            .ok()?;
        let stat = String::from_utf8_lossy(&stat[..length]);
        // The name before them is in parentheses and may contain anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        Some(Self {
            state: fields.next()?.chars().next()?,
            parent: fields.next()?.parse().ok()?,
            group: fields.next()?.parse().ok()?,
            start: fields.nth(16)?.parse().ok()?,
        })
    }

    fn is_child(&self) -> bool {
        self.parent == getpid().as_raw_nonzero().get()
    }

    fn has_ended(&self) -> bool {
        matches!(self.state, 'Z' | 'X')
    }
}

/// Gives a process and everything it starts a limit on their memory, and the number of their command, from
/// their first instruction on. The number is stored in the limit on file locks, which the system has ignored
/// since Linux 2.4 (`getrlimit(2)`).
pub(in super::super) fn prepare(process: &mut Command, memory: Option<u64>, mark: &Mark) {
    let number = Rlimit {
        current: Some(mark.number()),
        ..getrlimit(Resource::Locks)
    };
    let memory = memory.map(|bytes| Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    });
    let limit = move || {
        // Without its number it is still found by its other marks.
        let _ = setrlimit(Resource::Locks, number);
        match &memory {
            Some(memory) => Ok(setrlimit(Resource::Data, *memory)?),
            None => Ok(()),
        }
    };
    // SAFETY: between fork and exec it makes two system calls, and neither allocates nor locks.
    unsafe { process.pre_exec(limit) };
}

/// Makes the system kill a process when the thread that starts it ends (`PR_SET_PDEATHSIG(2const)`).
#[cfg(feature = "heal")]
pub(in super::super) fn die_with_parent(process: &mut Command) {
    let parent = getpid();
    let tie = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died before: then no signal comes.
        match getppid() {
            Some(now) if now == parent => Ok(()),
            _ => Err(io::Error::from_raw_os_error(libc::ESRCH)),
        }
    };
    // SAFETY: between fork and exec it makes two system calls, and neither allocates nor locks.
    unsafe { process.pre_exec(tie) };
}
