//! The present tree for strategies: nothing is written meanwhile, so a file that was read for one of them
//! need not be read again for the next.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_core::capability::CapabilityError;
use unbreak_core::{RelPath, Workspace};

use super::result::Kept;
use crate::workspace::Tree;

/// A tree that is not written to as long as this lives.
pub(super) struct View<'a> {
    tree: &'a Tree,
    contents: Mutex<HashMap<RelPath, Arc<[u8]>>>,
    /// The texts of the files that the run has changed, from before its first change.
    at_start: BTreeMap<RelPath, String>,
}

impl<'a> View<'a> {
    /// The tree with the fixes that were kept so far, in the order in which they were kept.
    pub(super) fn of(tree: &'a Tree, kept: &[Kept]) -> Self {
        let mut at_start = BTreeMap::new();
        for change in kept.iter().flat_map(|kept| &kept.changes) {
            if let Some(before) = &change.before {
                at_start
                    .entry(change.file.clone())
                    .or_insert_with(|| before.clone());
            }
        }
        Self {
            tree,
            contents: Mutex::default(),
            at_start,
        }
    }

    fn known(&self, file: &RelPath) -> Option<Arc<[u8]>> {
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        contents.get(file).cloned()
    }

    fn learn(&self, file: &RelPath, content: &[u8]) {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        contents.insert(file.clone(), content.into());
    }
}

impl Workspace for View<'_> {
    fn root(&self) -> &Path {
        self.tree.root()
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        if let Some(content) = self.known(file) {
            return Ok(content.to_vec());
        }
        let content = self.tree.read(file)?;
        self.learn(file, &content);
        Ok(content)
    }

    fn files(&self) -> Arc<[RelPath]> {
        self.tree.files()
    }

    fn is_file(&self, file: &RelPath) -> bool {
        self.known(file).is_some() || self.tree.is_file(file)
    }

    fn locate(&self, file: &str) -> Option<RelPath> {
        self.tree.locate(file)
    }

    fn text_at_start(&self, file: &RelPath) -> Option<String> {
        self.at_start.get(file).cloned()
    }

    fn copy_to(&self, directory: &Path) -> Result<(), CapabilityError> {
        self.tree.copy_to(directory)
    }
}
