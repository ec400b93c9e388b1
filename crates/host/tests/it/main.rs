//! Tests of unbreak-host through its public surface.

#![expect(clippy::unwrap_used, reason = "in a test a failed unwrap is the message")]

mod commit;
mod consult;
mod engine;
mod fuzzed;
#[cfg(all(feature = "store", feature = "all"))]
mod learning;
mod model;
mod rehearse;
mod runner;
#[cfg(feature = "store")]
mod store;
mod workspace;
mod world;
