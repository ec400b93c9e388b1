//! Asks the user's command whether a candidate still fails in the same way.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use unbreak_core::capability::CapabilityError;
use unbreak_core::{
    Command, Completed, Diagnostic, ExitState, Location, Reader, Runner, Signature, ToolContext, ToolError,
};

use super::input::Input;
use super::search::Stop;
use super::shape::{Placed, Shape};
use crate::failure;

/// The property that makes a candidate interesting.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Goal {
    /// The result of the first run is the property to keep.
    Unknown,
    /// The command ends with this code.
    Exit(i32),
    /// The command fails as it did with the whole input.
    Failure {
        exit: ExitState,
        /// `None` when it fails without a word.
        error: Option<Complaint>,
    },
}

/// An error that the command reports.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Complaint {
    signature: Signature,
    /// Its place, if that is in a file that is not part of the input and existed before: no
    /// candidate moves its lines, so another line is another failure.
    place: Option<Location>,
}

/// A place that is on the stack more often than this belongs to a recursion. Where the recursion
/// exceeds the limit varies by a line or two.
const RECURSION: usize = 2;

/// The command, ready to be asked about candidates.
pub(super) struct Oracle<'a> {
    runner: &'a dyn Runner,
    reader: &'a dyn Reader,
    scratch: &'a Path,
    command: Command,
    /// The input as the user named it; candidates have this name in the command's output.
    shown: String,
    /// The path of the input, if it is a file or a directory.
    input: Option<PathBuf>,
    root: &'a Path,
    /// Files that are younger may have been made of the candidate.
    began: SystemTime,
    goal: Goal,
}

/// A candidate may make the command hang; then it is stopped when it has taken this many times as
/// long as with the whole input, and some more.
const PATIENCE: u32 = 10;
const PATIENCE_FLOOR: Duration = Duration::from_secs(2);

impl<'a> Oracle<'a> {
    /// Runs the command on the whole input, to see which property to keep.
    ///
    /// # Errors
    /// When it does not fail, or not in the way that was asked for.
    pub(super) async fn observe(
        input: &Input,
        shape: &Shape,
        text: &[u8],
        context: &'a ToolContext<'a>,
    ) -> Result<Self, ToolError> {
        let root = context.workspace.root();
        let mut command = Command::new(&input.command[0], &input.command[1..]);
        command.timeout = input.timeout_seconds.map(Duration::from_secs_f64);
        let mut oracle = Self {
            runner: context.runner,
            reader: context.reader()?,
            scratch: context.scratch()?,
            command,
            shown: input.input.clone().unwrap_or_default(),
            input: input.input.as_ref().map(|name| root.join(name)),
            root,
            began: SystemTime::now(),
            goal: input.interesting_exit.map_or(Goal::Unknown, Goal::Exit),
        };
        let completed = oracle.run(shape, 0, text).await?;
        if oracle.goal == Goal::Unknown {
            oracle.goal = oracle.failure(&completed)?;
        }
        if !oracle.shows_goal(&completed) {
            return Err(ToolError::Other(format!(
                "the whole input is not interesting: the command ended with {}, not with exit code {}",
                completed.exit,
                input.interesting_exit.unwrap_or_default()
            )));
        }
        if input.timeout_seconds.is_none() {
            oracle.command.timeout = Some(completed.duration * PATIENCE + PATIENCE_FLOOR);
        }
        Ok(oracle)
    }

    /// Returns whether the command, run on a candidate, shows the property. Each slot is a place of its
    /// own, so that several candidates can be tested concurrently.
    pub(super) async fn is_interesting(
        &self,
        shape: &Shape,
        slot: usize,
        candidate: &[u8],
    ) -> Result<bool, Stop> {
        let completed = self.run(shape, slot, candidate).await?;
        match completed.exit {
            ExitState::Cancelled => Err(Stop::Interrupted),
            _ => Ok(self.shows_goal(&completed)),
        }
    }

    /// The property that is kept, for people.
    pub(super) fn goal(&self) -> String {
        match &self.goal {
            Goal::Unknown => String::new(),
            Goal::Exit(code) => format!("exit code {code}"),
            Goal::Failure { exit, error } => match error {
                Some(error) => error.signature.to_string(),
                None => exit.to_string(),
            },
        }
    }

    async fn run(&self, shape: &Shape, slot: usize, candidate: &[u8]) -> Result<Completed, ToolError> {
        let slot = self.scratch.join(slot.to_string());
        let placed = shape.place(&slot, candidate).map_err(|error| {
            ToolError::Other(format!(
                "the candidate cannot be written to {}: {error}",
                slot.display()
            ))
        })?;
        let mut command = self.command.clone();
        placed.fill(&mut command);
        let mut completed = self.runner.run(&command).await?;
        if let (Placed::Path(place), false) = (&placed, matches!(self.goal, Goal::Exit(_))) {
            let place = place.display().to_string();
            completed.stdout = rename(&completed.stdout, &place, &self.shown);
            completed.stderr = rename(&completed.stderr, &place, &self.shown);
        }
        Ok(completed)
    }

    fn failure(&self, completed: &Completed) -> Result<Goal, ToolError> {
        let exit = completed.exit;
        if exit.is_success() {
            return Err(ToolError::Other(
                "the command passes with the whole input, so there is no failure to keep".to_owned(),
            ));
        }
        let error = self.complaints(completed).into_iter().next();
        Ok(Goal::Failure { exit, error })
    }

    fn shows_goal(&self, completed: &Completed) -> bool {
        match &self.goal {
            Goal::Unknown => false,
            Goal::Exit(code) => completed.exit == ExitState::Code(*code),
            Goal::Failure { exit, error } => {
                let is_same = |wanted| self.complaints(completed).contains(wanted);
                completed.exit == *exit && error.as_ref().is_none_or(is_same)
            }
        }
    }

    /// The errors that the command reports, the worst first.
    fn complaints(&self, completed: &Completed) -> Vec<Complaint> {
        let errors = failure::errors(self.reader.read(&self.command, completed));
        let complaint = |error| Complaint {
            signature: Signature::of(error),
            place: self.settled_place(error),
        };
        errors.iter().map(complaint).collect()
    }

    fn settled_place(&self, error: &Diagnostic) -> Option<Location> {
        let place = &error.location;
        let (file, line) = (place.file.as_ref()?, place.line?);
        let is_here = |other: &Location| other.file.as_ref() == Some(file) && other.line == Some(line);
        let seen = error.frames.iter().filter(|frame| is_here(&frame.location));
        let is_settled = self.is_settled(&self.root.join(file)) && seen.count() <= RECURSION;
        is_settled.then(|| Location::line(file.clone(), line))
    }

    /// Returns whether a file is the same for all candidates.
    fn is_settled(&self, file: &Path) -> bool {
        let is_input = self.input.as_ref().is_some_and(|input| file.starts_with(input));
        let changed = file.metadata().and_then(|about| about.modified());
        !is_input && !file.starts_with(self.scratch) && changed.is_ok_and(|changed| changed < self.began)
    }
}

impl From<ToolError> for Stop {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Capability(CapabilityError::Cancelled) => Self::Interrupted,
            error => Self::Failed(error),
        }
    }
}

fn rename(output: &[u8], place: &str, shown: &str) -> Vec<u8> {
    String::from_utf8_lossy(output).replace(place, shown).into_bytes()
}
