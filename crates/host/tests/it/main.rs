//! Tests of unbreak-host through its public surface.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "in a test a failed unwrap is the message"
)]

mod commit;
mod consult;
mod engine;
mod fuzzed;
#[cfg(all(feature = "heal", feature = "all"))]
mod heal;
#[cfg(all(feature = "store", feature = "all"))]
mod learning;
mod model;
mod noise;
mod recovery;
mod rehearse;
mod runner;
mod scripted;
mod smart;
#[cfg(feature = "store")]
mod store;
mod workspace;
mod world;
