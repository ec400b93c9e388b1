//! A workspace with the files of an example.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use unbreak_core::{Command, RelPath, Workspace as _};

use super::Subject;
use crate::runner::{Limits, ProcessRunner};
use crate::workspace::Tree;

/// Longest that a command of an example may run.
const PATIENCE: Duration = Duration::from_secs(60);

/// A workspace, and the runner for it.
pub(super) struct Site {
    pub(super) tree: Tree,
    pub(super) runner: ProcessRunner,
    pub(super) command: Command,
    pub(super) allowed: BTreeSet<String>,
}

impl Site {
    /// Writes the files below a directory of the subject's scratch directory with this `name`.
    pub(super) fn new(
        subject: &Subject<'_>,
        name: &str,
        files: &BTreeMap<RelPath, String>,
    ) -> Result<Self, String> {
        let scratch = subject.scratch;
        let root = scratch.join(name);
        let cannot =
            |error: &dyn std::fmt::Display| format!("the example's files cannot be written: {error}");
        fs::create_dir_all(&root).map_err(|error| cannot(&error))?;
        for (file, text) in files {
            let path = root.join(file);
            let parent = path.parent().unwrap_or(&root);
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&path, text))
                .map_err(|error| cannot(&error))?;
        }
        let tree = Tree::open_with_state(&root, &scratch.join("state")).map_err(|error| cannot(&error))?;
        let limits = Limits {
            timeout: Some(PATIENCE),
            ..Limits::default()
        };
        let runner = ProcessRunner::new(tree.root(), limits, subject.cancel.clone());
        Ok(Self {
            tree,
            runner,
            command: Command::new("true", [""; 0]),
            allowed: BTreeSet::new(),
        })
    }
}
