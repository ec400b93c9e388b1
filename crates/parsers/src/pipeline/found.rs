//! What the parsers have found, each thing once.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

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
    seen: HashSet<u64, BuildHasherDefault<Identity>>,
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

/// The hasher of a set of hashes: they need no hashing again.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes
            .iter()
            .fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// A hash of what makes two diagnostics the same one, printed twice.
fn identity(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    let place = &diagnostic.location;
    (diagnostic.error_type, &diagnostic.code, &diagnostic.message).hash(&mut hasher);
    (&place.file, place.line, place.column, &diagnostic.test).hash(&mut hasher);
    hasher.finish()
}
