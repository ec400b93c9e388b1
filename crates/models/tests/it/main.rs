//! The providers, against real servers and programs.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "in a test a panic is the message"
)]

mod bodies;
mod cancel;
mod config;
mod failures;
mod foreign;
mod key;
mod mock;
mod program;
mod replay;
mod server;
mod support;
