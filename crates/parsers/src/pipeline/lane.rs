//! One of several jobs whose lines are mixed in one output.

use std::sync::Arc;

use super::Roster;
use super::block::Block;
use super::collect::Collector;
use super::directory::Directories;
use super::guarded::Guarded;
use super::past::Past;

/// The greatest number of distinguished jobs. The lines of others are read as if they had no job.
pub(super) const MOST: usize = 64;
/// After this many lines of others a block is closed: its job has ended.
pub(super) const PATIENCE: u64 = 1000;

/// The state for reading the lines of one job, as if there were no others.
pub(super) struct Lane {
    /// The job's name, hashed; 0 for lines without a job.
    pub(super) name: u64,
    pub(super) parsers: Vec<Guarded>,
    pub(super) engaged: Engaged,
    pub(super) past: Past,
    pub(super) directories: Directories,
    /// The number of its last line among those shown to any parser.
    pub(super) last: u64,
}

/// The reader that has a claim on the next line.
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

    /// Returns whether its next line must be shown to a parser, whatever it contains.
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
