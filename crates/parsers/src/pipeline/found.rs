//! What the parsers have found, each thing once.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};
use unbreak_core::{Diagnostic, OutputRange, Problem, Sink};

/// How many diagnostics are remembered to recognise one that is printed twice.
const REMEMBERED: usize = 16 * 1024;

/// Collects diagnostics and problems, and drops duplicates.
#[derive(Default)]
pub(super) struct Found {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) problems: Vec<Problem>,
    /// Whether there was any diagnostic yet.
    pub(super) any: bool,
    seen: FxHashSet<u64>,
    order: VecDeque<u64>,
}

impl Found {
    /// Takes what `parser` has emitted while it looked at `range`.
    pub(super) fn take(&mut self, sink: &mut Sink, parser: &str, range: OutputRange) {
        if sink.is_empty() {
            return;
        }
        let (mut next, problem) = (self.diagnostics.len(), self.problems.len());
        sink.drain_into(&mut self.diagnostics, &mut self.problems);
        for problem in &mut self.problems[problem..] {
            parser.clone_into(&mut problem.parser);
        }
        while let Some(diagnostic) = self.diagnostics.get_mut(next) {
            self.any = true;
            parser.clone_into(&mut diagnostic.parser);
            if diagnostic.output == OutputRange::default() {
                diagnostic.output = range;
            }
            let identity = identity(diagnostic);
            if self.remember(identity) {
                next += 1;
            } else {
                self.diagnostics.remove(next);
            }
        }
    }

    /// Takes the diagnostics. As many as there were may come again before the next time.
    pub(super) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        let room = Vec::with_capacity(self.diagnostics.len());
        std::mem::replace(&mut self.diagnostics, room)
    }

    /// `false` when it is remembered already.
    fn remember(&mut self, identity: u64) -> bool {
        if !self.seen.insert(identity) {
            return false;
        }
        self.order.push_back(identity);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.seen.remove(&oldest);
        }
        true
    }
}

/// A hash of what makes two diagnostics the same one, printed twice.
fn identity(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = FxHasher::default();
    let place = &diagnostic.location;
    (diagnostic.error_type, &diagnostic.code, &diagnostic.message).hash(&mut hasher);
    (&place.file, place.line, place.column, &diagnostic.test).hash(&mut hasher);
    diagnostic.advice.hash(&mut hasher);
    hasher.finish()
}
