//! unbreak-core through its public surface.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "in a test a failed unwrap is the message"
)]

mod context;
mod edits;
mod json;
mod line_map;
mod marked;
mod path;
mod registry;
mod signature;
mod stuck;
