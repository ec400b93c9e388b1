//! One of several jobs whose lines come mixed in one output.

use std::sync::Arc;

use super::Roster;
use super::block::Block;
use super::collect::Collector;
use super::directory::Directories;
use super::guarded::Guarded;
use super::past::Past;

/// The most jobs that are told apart. The lines of others are read as if they were of none.
pub(super) const MOST: usize = 64;
/// After so many lines of others a block is over: its job has ended.
pub(super) const PATIENCE: u64 = 1000;

/// What the lines of one job are read with: as if there were no others.
pub(super) struct Lane {
    /// The job's name, hashed; 0 for what is of none.
    pub(super) name: u64,
    pub(super) parsers: Vec<Guarded>,
    pub(super) engaged: Engaged,
    pub(super) past: Past,
    pub(super) directories: Directories,
    /// The number of its last line among those that were shown to anybody.
    pub(super) last: u64,
}

/// Who has a claim on the next line.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one, and most diagnostics are a block: a box would be an allocation for each"
)]
pub(super) enum Engaged {
    Nobody,
    Block(Block),
    Document(Box<Collector>),
}

impl Lane {
    pub(super) fn new(name: u64, roster: &Roster) -> Self {
        Self {
            name,
            parsers: roster.parsers.iter().map(Arc::clone).map(Guarded::new).collect(),
            engaged: Engaged::Nobody,
            past: Past::default(),
            directories: Directories::default(),
            last: 0,
        }
    }

    /// Whether its next line must be shown to somebody, whatever it holds.
    pub(super) fn is_engaged(&self) -> bool {
        !matches!(self.engaged, Engaged::Nobody)
    }

    pub(super) fn is_collecting(&self) -> bool {
        matches!(self.engaged, Engaged::Document(_))
    }

    pub(super) fn disengage(&mut self) -> Engaged {
        std::mem::replace(&mut self.engaged, Engaged::Nobody)
    }
}
