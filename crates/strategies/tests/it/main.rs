//! Tests of unbreak-strategies through its public surface: real files, real interpreters, and what
//! real tools said of them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in a test a failed unwrap is the message"
)]

mod advice;
mod c;
mod case;
mod cases;
mod checkers;
mod config;
mod diagnosis;
mod examples;
#[cfg(feature = "fitting")]
mod fitting;
mod fuzzed;
mod headers;
mod history;
mod model;
mod mutation;
mod project;
mod removed;
mod renamed;
mod robustness;
mod rule_files;
mod rules;
mod service;
mod several;
mod syntax;
mod tables;
mod weights;
mod world;
