//! The parsers' findings, each once.

use std::hash::{Hash, Hasher};

use super::directory::Directories;
use super::guarded::Guarded;
use crate::facts;
use rustc_hash::{FxHashSet, FxHasher};
use unbreak_core::{Diagnostic, Location, OutputRange, Sink};

/// The least number of remembered diagnostics, to recognise one that is printed twice.
const REMEMBERED: usize = 8 * 1024;

/// Attributes diagnostics and problems, drops duplicates, and has the facts filled.
#[derive(Default)]
pub(super) struct Found {
    /// Whether there was any diagnostic yet.
    pub(super) any: bool,
    /// Whether there was an error, and not only warnings.
    pub(super) any_error: bool,
    seen: Seen,
}

/// The identities of the last diagnostics, in two generations: when the younger is full, the older one
/// is forgotten as a whole.
#[derive(Default)]
struct Seen {
    young: FxHashSet<u64>,
    old: FxHashSet<u64>,
}

impl Seen {
    /// `false` when it is remembered already.
    fn remember(&mut self, identity: u64) -> bool {
        if self.old.contains(&identity) {
            return false;
        }
        if self.young.len() == REMEMBERED {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        self.young.insert(identity)
    }
}

impl Found {
    /// Records the diagnostics that `parser` emitted for `range`, in the directories that were entered.
    pub(super) fn settle(
        &mut self,
        sink: &mut Sink,
        parser: &Guarded,
        range: OutputRange,
        from: &Directories,
    ) {
        let Self { any, any_error, seen } = self;
        let keep = |diagnostic: &mut Diagnostic| {
            *any = true;
            *any_error |= diagnostic.is_error();
            in_bounds(diagnostic);
            from.locate(diagnostic);
            diagnostic.parser = parser.id().clone();
            if diagnostic.output == OutputRange::default() {
                diagnostic.output = range;
            }
            let is_new = seen.remember(identity(diagnostic));
            if is_new {
                facts::fill(diagnostic);
            }
            is_new
        };
        sink.settle(keep, |problem| {
            parser.id().as_ref().clone_into(&mut problem.parser);
        });
    }
}

/// Lines and columns count from 1: where a tool says 0, it knows none.
fn in_bounds(diagnostic: &mut Diagnostic) {
    bound(&mut diagnostic.location);
    for note in &mut diagnostic.notes {
        bound(&mut note.location);
    }
    for frame in &mut diagnostic.frames {
        bound(&mut frame.location);
    }
}

fn bound(place: &mut Location) {
    if place.line == Some(0) {
        (place.line, place.column) = (None, None);
    }
    place.column = place.column.filter(|column| *column > 0);
    place.end_line = place
        .end_line
        .filter(|line| place.line.is_some_and(|first| *line >= first));
    place.end_column = place.end_column.filter(|column| *column > 0);
}

/// A hash of the properties that a repeated diagnostic shares with the first.
fn identity(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = FxHasher::default();
    let place = &diagnostic.location;
    (diagnostic.error_type, &diagnostic.code, &diagnostic.message).hash(&mut hasher);
    (&place.file, place.line, place.column, &diagnostic.test).hash(&mut hasher);
    diagnostic.advice.hash(&mut hasher);
    hasher.finish()
}
