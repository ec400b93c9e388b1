//! Makes this process the parent of processes that commands leave behind.
//!
//! A process that leaves its group and clears its environment shows neither mark. It still has a parent: when
//! the parent ends, the system hands it to the nearest *subreaper* among its ancestors
//! (`PR_SET_CHILD_SUBREAPER(2const)`).

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::Pid;

use super::platform;

/// Whether this process adopts.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// The commands that run or are about to, by their numbers, and their first processes.
static COMMANDS: Mutex<BTreeMap<u64, Option<Pid>>> = Mutex::new(BTreeMap::new());

/// Makes this process the parent of processes that its commands leave behind. A child that no runner started
/// is then killed when the command that left it ends.
///
/// This is for programs that start processes only through runners, because it affects the whole process.
/// Children from before are kept.
///
/// # Errors
/// If the system cannot do that; commands are then known only by their groups and marks.
pub fn adopt_orphans() -> io::Result<()> {
    if platform::has_children() {
        return Err(io::Error::other("this process has children of its own"));
    }
    platform::become_subreaper()?;
    ADOPTS.store(true, Ordering::Relaxed);
    Ok(())
}

fn commands() -> MutexGuard<'static, BTreeMap<u64, Option<Pid>>> {
    COMMANDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An entry in the list of running commands, until this is dropped.
#[derive(Debug)]
pub(super) struct Entry(u64);

impl Entry {
    /// Enters a command that is about to be started.
    pub(super) fn new(number: u64) -> Self {
        commands().insert(number, None);
        Self(number)
    }

    /// Records its first process.
    pub(super) fn started(&self, first: Pid) {
        commands().insert(self.0, Some(first));
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        commands().remove(&self.0);
    }
}

/// Returns whether a child of this process was left behind by the command with a number. `carried` is the number
/// that the child itself has.
pub(super) fn is_left(child: Pid, carried: Option<u64>, number: u64) -> bool {
    let commands = commands();
    let is_started = commands.values().any(|first| *first == Some(child));
    if !ADOPTS.load(Ordering::Relaxed) || is_started {
        return false;
    }
    match carried {
        Some(carried) if carried == number => true,
        Some(carried) if commands.contains_key(&carried) => false,
        // A child without a number cannot be assigned while several commands run: the last one ends it.
        _ => commands.len() <= 1,
    }
}
