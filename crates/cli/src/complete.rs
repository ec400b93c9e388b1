//! From a diagnostic as a tool printed it to one that is at home in the workspace.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use unbreak_core::{Diagnostic, RelPath, Workspace};
use unbreak_parsers::{Resolver, attach_source};

use crate::sources::Sources;

/// Paths remembered at once; a log that names more is no reason to use more memory.
const REMEMBERED: usize = 1 << 14;

/// Resolves paths against the workspace, and adds the source around the place.
pub(crate) struct Completer<'a> {
    workspace: &'a dyn Workspace,
    resolver: Resolver,
    sources: Sources<'a>,
    /// Whether a path names a file: logs name the same few again and again.
    files: RefCell<HashMap<String, bool>>,
}

impl<'a> Completer<'a> {
    /// For the output of tools that ran in the directory `ran_in`.
    pub(crate) fn new(workspace: &'a dyn Workspace, ran_in: &Path) -> Self {
        Self {
            workspace,
            resolver: Resolver::new(workspace.root(), ran_in),
            sources: Sources::new(workspace),
            files: RefCell::default(),
        }
    }

    /// Completes a diagnostic; gives the text of its file, if that can be read.
    pub(crate) fn complete(&mut self, diagnostic: &mut Diagnostic) -> Option<Arc<str>> {
        self.resolver.resolve(diagnostic, &|path| self.is_file(path));
        let source = self.sources.text(diagnostic.file()?);
        if let Some(source) = &source {
            attach_source(diagnostic, source);
        }
        source
    }

    fn is_file(&self, path: &str) -> bool {
        let mut files = self.files.borrow_mut();
        if let Some(known) = files.get(path) {
            return *known;
        }
        if files.len() == REMEMBERED {
            files.clear();
        }
        let is_file = RelPath::new(path).is_ok_and(|path| self.workspace.is_file(&path));
        files.insert(path.to_owned(), is_file);
        is_file
    }
}
