//! From a diagnostic as a tool printed it to one that is at home in the workspace.

use std::path::Path;
use std::sync::Arc;

use unbreak_core::{Diagnostic, Workspace};
use unbreak_parsers::{Resolver, attach_source};

use crate::files::Files;
use crate::sources::Sources;

/// Resolves paths against the workspace, and adds the source around the place.
pub(crate) struct Completer<'a> {
    resolver: Resolver,
    sources: Sources<'a>,
    files: Files<'a>,
}

impl<'a> Completer<'a> {
    /// For the output of tools that ran in the directory `ran_in`.
    pub(crate) fn new(workspace: &'a dyn Workspace, ran_in: &Path) -> Self {
        Self {
            resolver: Resolver::new(workspace.root(), ran_in),
            sources: Sources::new(workspace),
            files: Files::new(workspace),
        }
    }

    /// Completes a diagnostic; gives the text of its file, if that can be read.
    pub(crate) fn complete(&mut self, diagnostic: &mut Diagnostic) -> Option<Arc<str>> {
        let files = &self.files;
        self.resolver.resolve(diagnostic, &|path| files.contains(path));
        // A path from elsewhere may still lead here: through a link to the root.
        let file = diagnostic.file()?;
        if Path::new(file).is_relative() && !files.contains(file) {
            return None;
        }
        let source = self.sources.text(file);
        if let Some(source) = &source {
            attach_source(diagnostic, source);
        }
        source
    }
}
