//! What the parsers have found, each thing once.

use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use unbreak_core::{Diagnostic, OutputRange, Problem, Sink};

/// How many diagnostics are remembered to recognise one that is printed twice.
const REMEMBERED: usize = 64 * 1024;

/// Collects diagnostics and problems, and drops duplicates.
#[derive(Default)]
pub(super) struct Found {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) problems: Vec<Problem>,
    /// Whether there was any diagnostic yet.
    pub(super) any: bool,
    seen: HashSet<u64>,
    order: VecDeque<u64>,
}

impl Found {
    /// Takes what `parser` has emitted while it looked at `range`.
    pub(super) fn take(&mut self, sink: &mut Sink, parser: &str, range: OutputRange) {
        if sink.is_empty() {
            return;
        }
        let (diagnostics, problems) = sink.drain();
        for mut diagnostic in diagnostics {
            parser.clone_into(&mut diagnostic.parser);
            if diagnostic.output == OutputRange::default() {
                diagnostic.output = range;
            }
            self.add(diagnostic);
        }
        self.problems.extend(problems.into_iter().map(|problem| Problem {
            parser: parser.to_owned(),
            ..problem
        }));
    }

    fn add(&mut self, diagnostic: Diagnostic) {
        self.any = true;
        let identity = identity(&diagnostic);
        if !self.seen.insert(identity) {
            return;
        }
        self.order.push_back(identity);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.seen.remove(&oldest);
        }
        self.diagnostics.push(diagnostic);
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
