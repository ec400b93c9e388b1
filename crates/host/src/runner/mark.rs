//! The mark in the environment by which a command's descendants are found again.
//!
//! A process group is not enough: a process that calls `setsid` leaves it. The environment is inherited by
//! all processes that do not clear it on purpose; a number in an obsolete limit of the system is inherited by
//! those, too.

use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::Pid;

use super::adopt::Entry;
use super::platform;

/// The variable that holds the marks, joined by `:`. A run inside a run adds its own and keeps those of the
/// outer one.
pub(super) const VARIABLE: &str = "UNBREAK_RUN";

/// One process that runs commands, distinguishable from every other, past ones included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner(String);

impl Owner {
    /// This process.
    pub fn current() -> Self {
        static STARTED: std::sync::LazyLock<u128> = std::sync::LazyLock::new(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            now.map_or(0, |now| now.as_nanos())
        });
        Self(format!("{:x}-{:x}", std::process::id(), *STARTED))
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is not an owner's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the name of a process that ran commands")]
pub struct OwnerError;

impl FromStr for Owner {
    type Err = OwnerError;

    fn from_str(text: &str) -> Result<Self, OwnerError> {
        let is_hex = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        match text.split_once('-') {
            Some((pid, started)) if is_hex(pid) && is_hex(started) => Ok(Self(text.to_owned())),
            _ => Err(OwnerError),
        }
    }
}

/// The mark of one command: its owner and a number.
#[derive(Debug)]
pub(super) struct Mark {
    text: String,
    number: u64,
    entry: Entry,
}

impl Mark {
    /// A mark that no other command has.
    pub(super) fn unique() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Distinct from the numbers of other processes for the first sixteen million commands.
        let carried = (u64::from(std::process::id()) << 24) + number + 1;
        Self {
            text: format!("{}.{number:x}.", Owner::current()),
            number: carried,
            entry: Entry::new(carried),
        }
    }

    /// Records the first process that carries it.
    pub(super) fn carried_by(&self, first: Pid) {
        self.entry.started(first);
    }

    /// The number that the command's processes carry.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The variable's value for a command: this mark after those that this process itself carries.
    pub(super) fn value(&self) -> OsString {
        let mut value = std::env::var_os(VARIABLE).unwrap_or_default();
        value.push(":");
        value.push(&self.text);
        value
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// Kills the processes started by a process that has died: after a `kill -9` nothing else does.
pub fn kill_leftovers(owner: &Owner) {
    for survivor in platform::marked(format!(":{owner}.").as_bytes()) {
        survivor.kill();
    }
}
