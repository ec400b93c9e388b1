//! Texts of workspace files, for snippets.

use std::sync::Arc;

use unbreak_core::Workspace;
use unbreak_core::redact::mask;

use crate::terminal;

/// Larger files are data, or generated, and a snippet of them is not useful.
const MOST_BYTES: usize = 4 << 20;

/// Successive errors are mostly in one file, or alternate between two; more would only use memory.
const REMEMBERED: usize = 4;

/// Reads workspace files, and remembers the last few.
pub(crate) struct Sources<'a> {
    workspace: &'a dyn Workspace,
    remembered: Vec<(String, Option<Arc<str>>)>,
}

impl<'a> Sources<'a> {
    /// The files of a workspace.
    pub(crate) fn new(workspace: &'a dyn Workspace) -> Self {
        Self {
            workspace,
            remembered: Vec::with_capacity(REMEMBERED),
        }
    }

    /// The text of a file, by its name in a diagnostic, with secrets masked. A file that is outside, missing,
    /// unreadable, large or binary has none.
    pub(crate) fn text(&mut self, file: &str) -> Option<Arc<str>> {
        if let Some((_, text)) = self.remembered.iter().find(|(name, _)| name == file) {
            return text.clone();
        }
        let text = self.read(file);
        if self.remembered.len() == REMEMBERED {
            self.remembered.remove(0);
        }
        self.remembered.push((file.to_owned(), text.clone()));
        text
    }

    /// Forgets the texts, because files may have changed.
    pub(crate) fn forget(&mut self) {
        self.remembered.clear();
    }

    fn read(&self, file: &str) -> Option<Arc<str>> {
        let file = self.workspace.locate(file)?;
        let text = self.workspace.read_text(&file).ok()?;
        let is_readable = text.len() <= MOST_BYTES && !text.contains('\0');
        is_readable.then(|| match terminal::shows_secrets() {
            true => text.into(),
            false => mask(&text).into(),
        })
    }
}
