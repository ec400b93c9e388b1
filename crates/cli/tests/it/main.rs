//! The program from outside: its renderers on data, and the built binary.

#![expect(clippy::unwrap_used, reason = "in a test a failed unwrap is the message")]

mod debug;
mod expect;
mod fuzzed;
#[cfg(feature = "heal")]
mod heal;
mod learning;
mod minimize;
#[cfg(feature = "models")]
mod model;
mod parse;
mod policy;
mod questions;
mod render;
mod run;
mod support;
mod tools;
mod usage;
