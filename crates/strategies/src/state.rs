//! The state of the tree at a query, so that it is made once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_core::{Diagnostic, FixContext};

/// Names the state of the tree as the last run of the command showed it.
pub(crate) fn digest(context: &FixContext<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    context.workspace.root().hash(&mut hasher);
    context.command.to_string().hash(&mut hasher);
    let mut files: Vec<&str> = context.diagnostics.iter().filter_map(Diagnostic::file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let text = context
            .workspace
            .locate(file)
            .and_then(|file| context.workspace.read(&file).ok());
        (file, text).hash(&mut hasher);
    }
    for diagnostic in context.diagnostics {
        (diagnostic.place(), &diagnostic.message).hash(&mut hasher);
    }
    hasher.finish()
}

/// The last answer: the failures of a run are looked at one after another.
#[derive(Debug)]
pub(crate) struct Last<T>(Mutex<Option<(u64, Arc<T>)>>);

impl<T> Default for Last<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Last<T> {
    /// The answer, if this was the question.
    pub(crate) fn get(&self, question: u64) -> Option<Arc<T>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, answer) = last.as_ref().filter(|(known, _)| *known == question)?;
        Some(Arc::clone(answer))
    }

    /// Keeps an answer in place of the last one.
    pub(crate) fn keep(&self, question: u64, answer: T) -> Arc<T> {
        let answer = Arc::new(answer);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((question, Arc::clone(&answer)));
        answer
    }

    /// Forgets it: in the next run, more may have changed than a digest covers.
    pub(crate) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
