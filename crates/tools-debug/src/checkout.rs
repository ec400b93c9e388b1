//! A commit to run commands in.

use std::path::PathBuf;

use unbreak_core::{Command, Completed, ToolContext, ToolError};

use crate::subject;
use crate::work_tree::{WorkTree, inside, objects, repository, resolve};

/// A commit in a scratch work tree, to run commands in.
#[derive(Debug)]
pub(crate) struct Checkout {
    place: PathBuf,
    /// Warnings about content of the commit that is missing.
    pub(crate) warnings: Vec<String>,
}

impl Checkout {
    /// # Errors
    /// When there is no such commit, it cannot be checked out, or the workspace is not a directory in it.
    pub(crate) fn new(name: &str, slot: &str, context: &ToolContext<'_>) -> Result<Self, ToolError> {
        let root = context.workspace.root();
        let repository = repository(root)?;
        let commit = resolve(&repository, name)?.to_string();
        let tree = WorkTree::create(context.scratch()?.join(slot), &objects(&repository))?;
        tree.check_out(&commit)?;
        let place = tree.place(&inside(&repository, root));
        match place.is_dir() {
            true => Ok(Self {
                place,
                warnings: tree.warnings(),
            }),
            false => Err(ToolError::Input(format!("in {name} there is no such directory"))),
        }
    }

    /// Runs a command there; its output names the workspace's own paths.
    ///
    /// # Errors
    /// When it could not be started, or the operator interrupted it.
    pub(crate) async fn run(
        &self,
        command: &Command,
        context: &ToolContext<'_>,
    ) -> Result<Completed, ToolError> {
        let runner = context.runner.elsewhere(&self.place)?;
        let mut completed = subject::run(&*runner, command).await?;
        subject::rename(&mut completed, &self.place, context.workspace.root());
        Ok(completed)
    }
}
