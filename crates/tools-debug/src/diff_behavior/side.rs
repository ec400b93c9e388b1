//! One of the two sides: its place, and the command's behaviour there.

use std::path::PathBuf;

use unbreak_core::{Command, Completed, ExitState, Reader, Signature, ToolContext, ToolError};

use crate::failure::Failure;
use crate::subject;
use crate::work_tree::{WorkTree, inside, objects, repository, resolve};

/// A commit in a scratch work tree, or the workspace itself.
pub(super) struct Side {
    pub(super) commit: Option<String>,
    tree: Option<WorkTree>,
    /// The directory in which the command runs.
    place: PathBuf,
}

/// The behaviour of the command, each time.
#[derive(Default)]
pub(super) struct Observed {
    runs: Vec<Completed>,
    /// The files that were asked for, after each run.
    files: Vec<Vec<Vec<u8>>>,
}

impl Side {
    /// # Errors
    /// When there is no such commit, or it cannot be checked out.
    pub(super) fn of(name: Option<&str>, slot: &str, context: &ToolContext<'_>) -> Result<Self, ToolError> {
        let root = context.workspace.root();
        let Some(name) = name else {
            return Ok(Self {
                commit: None,
                tree: None,
                place: root.to_owned(),
            });
        };
        let repository = repository(root)?;
        let commit = resolve(&repository, name)?.to_string();
        let tree = WorkTree::create(context.scratch()?.join(slot), &objects(&repository))?;
        tree.check_out(&commit)?;
        let place = tree.place(&inside(&repository, root));
        if !place.is_dir() {
            return Err(ToolError::Input(format!("in {name} there is no such directory")));
        }
        Ok(Self {
            commit: Some(commit),
            tree: Some(tree),
            place,
        })
    }

    /// Runs the command once more.
    pub(super) async fn run(
        &self,
        command: &Command,
        files: &[String],
        observed: &mut Observed,
        context: &ToolContext<'_>,
    ) -> Result<(), ToolError> {
        let runner = context.runner.elsewhere(&self.place)?;
        let name = self.commit.as_deref().unwrap_or("the work tree");
        context.tell(&format!("run {} on {name}", observed.runs.len() + 1));
        let mut completed = subject::run(&*runner, command).await?;
        subject::rename(&mut completed, &self.place, context.workspace.root());
        let read = |file: &String| std::fs::read(self.place.join(file)).unwrap_or_default();
        observed.files.push(files.iter().map(read).collect());
        observed.runs.push(completed);
        Ok(())
    }

    pub(super) fn warnings(&self) -> Vec<String> {
        self.tree.as_ref().map(WorkTree::warnings).unwrap_or_default()
    }
}

impl Observed {
    /// The signatures of the errors in the last run.
    pub(super) fn errors(&self, command: &Command, reader: &dyn Reader) -> Vec<String> {
        let last = self.runs.last();
        let failure = last.and_then(|last| Failure::of(command, last, reader));
        let errors = failure.iter().flat_map(|failure| &failure.errors);
        let mut errors: Vec<_> = errors.map(|error| Signature::of(error).to_string()).collect();
        errors.dedup();
        errors
    }

    pub(super) fn exit(&self) -> ExitState {
        self.runs.last().map_or(ExitState::Code(0), |run| run.exit)
    }

    pub(super) fn is_steady(&self) -> bool {
        self.runs.iter().all(|run| run.exit == self.exit())
    }

    pub(super) fn durations(&self) -> Vec<u64> {
        let millis = |run: &Completed| u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX);
        self.runs.iter().map(millis).collect()
    }

    pub(super) fn stdout(&self) -> Vec<&[u8]> {
        self.runs.iter().map(|run| &run.stdout[..]).collect()
    }

    pub(super) fn stderr(&self) -> Vec<&[u8]> {
        self.runs.iter().map(|run| &run.stderr[..]).collect()
    }

    /// The content of one file after each run.
    pub(super) fn files(&self, at: usize) -> Vec<&[u8]> {
        self.files.iter().map(|files| &files[at][..]).collect()
    }
}
