//! Small projects whose files a test writes itself, for checks that differ in a line or two.

use unbreak_core::{Command, Fix, RelPath, Runner as _, Workspace as _};

use super::case::{apply, diagnose, propose, strategy};
use super::world::{Processes, Tree};

/// Files by name.
pub(crate) type Files<'a> = &'a [(&'a str, &'a str)];

/// A tree with these files.
pub(crate) fn tree(files: Files<'_>) -> Tree {
    let tree = Tree::new();
    for (file, text) in files {
        tree.write(&RelPath::new(file).unwrap(), text);
    }
    tree
}

/// A project and the command that fails in it.
pub(crate) struct Project {
    tree: Tree,
    command: Command,
}

impl Project {
    /// A project with these files. The words of the command are separated by blanks.
    pub(crate) fn new(files: Files<'_>, command: &str) -> Self {
        let mut words = command.split(' ');
        Self {
            tree: tree(files),
            command: Command::new(words.next().unwrap(), words),
        }
    }

    /// Runs the command and returns what it prints.
    pub(crate) fn output(&self) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let completed = runtime
            .block_on(Processes::in_tree(&self.tree).run(&self.command))
            .unwrap();
        String::from_utf8([completed.stdout, completed.stderr].concat()).unwrap()
    }

    /// Returns whether a strategy may have something to propose, if the command printed this.
    pub(crate) fn is_for(&self, id: &str, output: &str) -> bool {
        let diagnostics = diagnose(&self.tree, &self.command, output);
        assert!(!diagnostics.is_empty(), "no parser understands {output}");
        let strategy = strategy(id);
        diagnostics
            .iter()
            .any(|diagnostic| strategy.assess(diagnostic).is_some())
    }

    /// The proposals of a strategy, if the command printed this.
    pub(crate) fn fixes(&self, id: &str, output: &str) -> Vec<Fix> {
        let diagnostics = diagnose(&self.tree, &self.command, output);
        propose(
            &*strategy(id),
            &self.tree,
            &self.command,
            &diagnostics,
            "",
            output,
        )
    }

    /// The text of a file after a fix that changes no other file.
    pub(crate) fn text_after(&self, fix: &Fix, file: &str) -> String {
        let file = RelPath::new(file).unwrap();
        assert!(fix.edits.iter().all(|edit| edit.file == file), "{fix:#?}");
        apply(&self.tree, fix);
        self.tree.read_text(&file).unwrap()
    }
}
