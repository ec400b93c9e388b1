//! The tools on real files, real commands and real repositories.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "in a test a failed unwrap is the message"
)]

mod bisect;
mod diff;
mod flaky;
#[cfg(feature = "grammars")]
mod instrument;
mod isolate;
mod localise;
mod minimize;
mod recall;
mod repro;
mod startup;
mod trace;
mod world;
