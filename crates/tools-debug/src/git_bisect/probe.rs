//! One run of the command on a commit, and its verdict.

use std::time::Duration;

use serde::Serialize;
use unbreak_core::{Command, Completed, ExitState, ToolContext, ToolError};

use super::frontier::Verdict;
use super::reads::Watch;
use super::relevance::Reads;
use super::trees::Trees;
use crate::failure::{Failure, SAME, Summary};
use crate::subject;

/// The result of one run of the command on a commit.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Run {
    pub(super) commit: String,
    pub(super) verdict: Verdict,
    /// How it ended; `None` for a result of an earlier search.
    pub(super) exit: Option<ExitState>,
    pub(super) duration_ms: u64,
    /// Its failure, where that is not the one searched for.
    pub(super) other: Option<Summary>,
}

/// A run whose failure has not been compared yet.
pub(super) struct Seen {
    commit: String,
    completed: Completed,
    pub(super) failure: Option<Failure>,
    /// The files it read, if that was watched and could be seen.
    pub(super) reads: Option<Reads>,
}

/// A run to make.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<'a> {
    /// The commit.
    pub(super) id: &'a str,
    /// The work tree.
    pub(super) slot: usize,
    /// Whether to find out which files it reads.
    pub(super) is_watched: bool,
}

/// Exit code 125 means that a commit cannot be tested, as for `git bisect run`.
const UNTESTABLE: ExitState = ExitState::Code(125);

/// Runs the command on a commit, in one of the work trees.
///
/// # Errors
/// When it cannot be checked out or started, or the operator interrupted it.
pub(super) async fn execute(
    task: Task<'_>,
    trees: &Trees,
    command: &Command,
    context: &ToolContext<'_>,
) -> Result<Seen, ToolError> {
    let seen = |completed, failure, reads| Seen {
        commit: task.id.to_owned(),
        completed,
        failure,
        reads,
    };
    let Some(place) = trees.check_out(task.slot, task.id).await? else {
        // The directory did not exist yet, so the command cannot run there.
        return Ok(seen(absent(), None, None));
    };
    let watch = match task.is_watched {
        true => trees.watch(task.slot),
        false => None,
    };
    let runner = context.runner.elsewhere(&place)?;
    let mut completed = subject::run(&*runner, command).await?;
    let reads = watch.and_then(Watch::end);
    subject::rename(&mut completed, &place, context.workspace.root());
    let failure = Failure::of(command, &completed, context.reader()?);
    Ok(seen(completed, failure, reads))
}

impl Seen {
    pub(super) fn commit(&self) -> &str {
        &self.commit
    }

    /// Returns whether the verdict is the same for any failure searched for.
    pub(super) fn passed(&self) -> bool {
        self.completed.exit.is_success()
    }

    /// Good where it passed, bad where it failed as expected; anything else proves nothing.
    pub(super) fn judge(self, expected: Option<&Failure>) -> Run {
        let is_expected =
            |failure: &Failure| expected.is_some_and(|wanted| wanted.similarity(failure) >= SAME);
        let verdict = match &self.failure {
            _ if self.completed.exit == UNTESTABLE => Verdict::Skip,
            None => Verdict::Good,
            Some(failure) if is_expected(failure) => Verdict::Bad,
            Some(_) => Verdict::Skip,
        };
        Run {
            commit: self.commit,
            verdict,
            exit: Some(self.completed.exit),
            duration_ms: u64::try_from(self.completed.duration.as_millis()).unwrap_or(u64::MAX),
            other: self
                .failure
                .filter(|_| verdict == Verdict::Skip)
                .map(|failure| failure.summary()),
        }
    }
}

/// The result of a command that cannot run.
fn absent() -> Completed {
    Completed {
        exit: UNTESTABLE,
        stdout: Vec::new(),
        stderr: Vec::new(),
        truncated: false,
        duration: Duration::ZERO,
    }
}
