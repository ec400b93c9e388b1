//! The program as its users meet it: the built binary, real projects, real Python tools.
//!
//! Every test works in a scratch directory with a state directory of its own, so tests neither
//! meet each other nor the state of whoever runs them.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "all of this crate is tests: a failed unwrap is the message"
)]

mod harness;

mod commands;
mod coverage;
mod crash;
mod directories;
mod dying;
mod environment;
mod evidence;
mod example;
mod grouping;
mod guard;
mod interrupt;
mod linters;
mod mcp;
mod models;
mod output;
mod plugins;
mod resume;
mod safety;
mod sandbox;
mod secrets;
mod self_heal;
mod servers;
mod unrepairable;
