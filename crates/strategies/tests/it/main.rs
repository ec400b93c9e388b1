//! Tests of unbreak-strategies through its public surface: real files, real interpreters, and what
//! real tools said of them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in a test a failed unwrap is the message"
)]

mod c;
mod case;
mod cases;
mod diagnosis;
mod examples;
#[cfg(feature = "fitting")]
mod fitting;
mod fuzzed;
mod history;
mod mutation;
mod removed;
mod robustness;
mod rule_files;
mod rules;
mod service;
mod syntax;
mod tables;
mod weights;
mod world;
