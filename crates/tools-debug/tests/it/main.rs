//! The tools on real files, real commands and real repositories.

#![expect(clippy::unwrap_used, reason = "in a test a failed unwrap is the message")]

#[cfg(feature = "minimize_repro")]
mod minimize;
mod world;
