//! The parse pipeline: bytes of output in, diagnostics out.
//!
//! ```text
//! bytes ─ lines ─ trigger search ─ cleaning ─ router ─ parsers ─ found
//!         stream    triggers        clean      router
//! ```
//!
//! - `stream` cuts the bytes into lines, whatever the chunks, and jumps from one line of interest to
//!   the next: a line without a trigger costs one pass of one automaton, shared by all parsers.
//! - `clean` removes what terminals and CI systems put around a line; only lines that a parser will
//!   see are cleaned.
//! - `router` decides whose a line is: the block that is open, a document being collected, or the
//!   parsers whose trigger it holds. It can replay lines that a parser gave back.
//! - `lane` keeps apart the jobs whose lines come mixed, each marked by a prefix (docker compose, turbo,
//!   concurrently): each has its own states of the parsers. `directory` knows where a build tool is.
//!
//! **Architecture Invariant:** nothing here knows a tool. What a line means is the parsers' business.

mod automaton;
mod block;
mod clean;
mod collect;
mod directory;
mod edges;
pub(crate) mod escape;
mod fallback;
mod found;
mod guarded;
mod json;
mod kept;
mod lane;
mod learned;
mod nesting;
mod offer;
mod past;
mod plain;
mod prefix;
mod router;
mod shape;
mod stream;
mod triggers;
mod xml;

use std::cmp::Ordering;
use std::sync::Arc;

use unbreak_core::registry::{Kind, Origin};
use unbreak_core::{Diagnostic, ErrorParser, Problem, Registry};

pub use stream::Parse;
use triggers::TriggerIndex;

/// A set of parsers, compiled once, that any number of outputs can be parsed with.
#[derive(Clone)]
pub struct Pipeline {
    roster: Arc<Roster>,
}

/// The parsers in the order in which they are asked, and the index over their triggers.
struct Roster {
    parsers: Vec<Arc<dyn ErrorParser>>,
    triggers: TriggerIndex,
}

/// The added priority of parsers that were loaded or given, compared with those that are linked in:
/// they are added for a reason. It is more than the highest priority of a built-in one.
const ADDED: i32 = 10;

impl Pipeline {
    /// Compiles the triggers of these parsers into one automaton.
    ///
    /// Their order does not matter: they are asked by descending priority, then by id.
    pub fn new(parsers: impl IntoIterator<Item = Arc<dyn ErrorParser>>) -> Self {
        let mut parsers: Vec<_> = parsers.into_iter().collect();
        parsers.sort_by(|a, b| usual_order(&**a, &**b, |_| 0));
        Self::in_order(parsers)
    }

    /// Creates a pipeline of the enabled parsers of a registry: first those that the operator put
    /// first, then the others as in [`new`](Self::new), where an added one comes before a built-in
    /// one for the same tool.
    pub fn of(registry: &Registry) -> Self {
        let place = |parser: &dyn ErrorParser| {
            let place = registry.place(Kind::Parser, &parser.descriptor().id);
            place.unwrap_or(usize::MAX)
        };
        let advantage = |parser: &dyn ErrorParser| {
            let origin = registry.origin(Kind::Parser, &parser.descriptor().id);
            let is_added = origin.is_some_and(|origin| !matches!(origin, Origin::Linked { .. }));
            if is_added { ADDED } else { 0 }
        };
        let mut parsers: Vec<_> = registry.parsers().cloned().collect();
        parsers.sort_by(|a, b| {
            let by_place = place(&**a).cmp(&place(&**b));
            by_place.then_with(|| usual_order(&**a, &**b, advantage))
        });
        Self::in_order(parsers)
    }

    fn in_order(parsers: Vec<Arc<dyn ErrorParser>>) -> Self {
        let triggers = TriggerIndex::new(&parsers);
        Self {
            roster: Arc::new(Roster { parsers, triggers }),
        }
    }

    /// Begins with an output.
    pub fn start(&self) -> Parse {
        Parse::new(Arc::clone(&self.roster))
    }

    /// Parses an output that is at hand as a whole, of a command that ended with `exit`.
    pub fn parse(&self, output: &[u8], exit: Option<unbreak_core::ExitState>) -> Parsed {
        let mut parse = self.start();
        parse.feed(output);
        parse.finish(exit)
    }
}

/// Sorts by descending priority, including the added one, then by id.
fn usual_order(
    a: &dyn ErrorParser,
    b: &dyn ErrorParser,
    advantage: impl Fn(&dyn ErrorParser) -> i32,
) -> Ordering {
    let priority = |parser: &dyn ErrorParser| parser.priority().saturating_add(advantage(parser));
    let by_priority = priority(b).cmp(&priority(a));
    by_priority.then_with(|| a.descriptor().id.cmp(&b.descriptor().id))
}

/// The result of parsing an output.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The diagnostics that were not taken before, in the order they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Problems of parsers with their input; also names a parser that panicked.
    pub problems: Vec<Problem>,
    /// Whether a tool reported that it skipped something after a failure.
    pub stopped_early: bool,
    /// The end of the output, cleaned: at most 8 KiB.
    pub tail: String,
    /// Bytes of output.
    pub bytes: u64,
    /// Lines of output.
    pub lines: u64,
}

/// The effort of a parse in addition to the trigger search, counted and not timed: how often a line
/// was shown to a parser.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Lines, each as often as it was shown.
    pub lines: u64,
    /// Bytes of them.
    pub bytes: u64,
}
