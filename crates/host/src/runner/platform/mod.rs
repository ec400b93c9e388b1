//! What differs between operating systems: finding the processes that a command has left.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

#[cfg(target_os = "linux")]
pub(super) use linux::{Survivor, marked, survivors};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{Survivor, marked, survivors};
