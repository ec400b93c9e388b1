//! Completes a diagnostic, as a tool printed it, for the workspace.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use unbreak_core::{Diagnostic, Workspace};
use unbreak_parsers::{Resolved, Resolver, attach_source};

use crate::files::{FRESH, Files};
use crate::sources::Sources;

/// Resolves paths against the workspace, and adds the source around the place.
pub(crate) struct Completer<'a> {
    resolver: Resolver,
    resolved: Resolved,
    /// The time since when they are remembered.
    since: Instant,
    sources: Sources<'a>,
    files: Files<'a>,
}

impl<'a> Completer<'a> {
    /// For the output of tools that ran in the directory `ran_in`.
    pub(crate) fn new(workspace: &'a dyn Workspace, ran_in: &Path) -> Self {
        Self {
            resolver: Resolver::new(workspace.root(), ran_in),
            resolved: Resolved::default(),
            since: Instant::now(),
            sources: Sources::new(workspace),
            files: Files::new(workspace),
        }
    }

    /// Forgets the resolved paths, if they are old.
    pub(crate) fn look_again(&mut self) {
        if self.since.elapsed() >= FRESH {
            self.resolved = Resolved::default();
            self.since = Instant::now();
        }
    }

    /// Completes a diagnostic; returns the text of its file, if that can be read.
    pub(crate) fn complete(&mut self, diagnostic: &mut Diagnostic) -> Option<Arc<str>> {
        let files = &self.files;
        let is_file = |path: &str| files.contains(path);
        self.resolver.resolve(diagnostic, &mut self.resolved, &is_file);
        // An absolute path outside the root may still lead here, through a link.
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
