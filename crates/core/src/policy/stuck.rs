//! Decides when the loop is stuck.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::signature::Signature;

/// Detects repetition and cycles in the states of a run. A value: observing gives a new one.
#[derive(Debug, Clone)]
pub struct StuckDetector {
    limit: u32,
    seen: Vec<State>,
}

/// The state of the loop at the start of an iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    signatures: BTreeSet<Signature>,
    tree: u64,
}

/// How a run got stuck.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stuck {
    /// The same failure, iteration after iteration, with no fix kept in between.
    Repeated {
        /// The number of times in a row.
        times: u32,
    },
    /// Tree and failure are the same as some iterations ago, and were different in between.
    Cycle {
        /// The number of iterations after which they came back; at least 2.
        length: usize,
    },
}

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Repeated { times } => write!(f, "the same failure {times} times in a row"),
            Self::Cycle { length } => write!(f, "the failure of {length} iterations ago came back"),
        }
    }
}

impl StuckDetector {
    /// A detector that calls `limit` equal states in a row stuck (3 by default in the engine).
    pub fn new(limit: u32) -> Self {
        Self {
            limit: limit.max(1),
            seen: Vec::new(),
        }
    }

    /// Observes the next state: the errors of a run, and a digest of the tree it ran on.
    ///
    /// An iteration that kept a verified fix changed the tree, so equal signatures alone are not repetition:
    /// fixing the second of three similar faults is progress.
    #[must_use]
    pub fn observe(mut self, errors: &[Diagnostic], tree: u64) -> (Self, Option<Stuck>) {
        let signatures = errors.iter().map(Signature::of).collect();
        self.seen.push(State { signatures, tree });
        let verdict = self.repeated().or_else(|| self.cycle());
        (self, verdict)
    }

    fn repeated(&self) -> Option<Stuck> {
        let last = self.seen.last()?;
        let times = self.seen.iter().rev().take_while(|state| *state == last).count();
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        (times >= self.limit).then_some(Stuck::Repeated { times })
    }

    fn cycle(&self) -> Option<Stuck> {
        let (last, earlier) = self.seen.split_last()?;
        let different = earlier.iter().rev().position(|state| state != last)?;
        let back = earlier
            .iter()
            .rev()
            .skip(different)
            .position(|state| state == last)?;
        Some(Stuck::Cycle {
            length: different + back + 1,
        })
    }
}
