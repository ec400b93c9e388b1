//! unbreak-core through its public surface.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in a test a failed unwrap is the message"
)]

mod attempt;
mod case;
mod context;
mod definitions;
mod edits;
mod encoding;
mod fuzzed;
mod guard;
mod installs;
mod json;
mod line_map;
mod marked;
mod merge;
mod outline;
mod path;
mod pattern;
mod plain_data;
mod redact;
mod registry;
mod restart;
mod retry;
mod safety;
mod selection;
mod session;
mod signature;
mod stuck;
mod template;
mod tool_facts;
mod verdict;
