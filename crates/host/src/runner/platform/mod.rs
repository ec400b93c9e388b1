//! The differences between operating systems: finding the processes that a command has left, and limiting a
//! running one.

use rustix::process::Signal;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

#[cfg(all(target_os = "linux", feature = "heal"))]
pub(super) use linux::die_with_parent;
#[cfg(target_os = "linux")]
pub(super) use linux::{Survivor, become_subreaper, has_children, marked, prepare, started, survivors};
#[cfg(all(not(target_os = "linux"), feature = "heal"))]
pub(super) use other::die_with_parent;
#[cfg(not(target_os = "linux"))]
pub(super) use other::{Survivor, become_subreaper, has_children, marked, prepare, started, survivors};

/// Requests an end, and wakes a stopped process so that it receives the request.
const END: [Signal; 2] = [Signal::TERM, Signal::CONT];
