//! The state of the tree at a query, so that it is made once.

use std::hash::{DefaultHasher, Hash, Hasher};

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
