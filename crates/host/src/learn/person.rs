//! Learns from a person's edit that made a command pass that failed here before.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use similar::{DiffOp, TextDiff};
use unbreak_core::capability::CapabilityError;
use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Command, Completed, Confidence, Diagnostic, Edit, ExitState, Fix, FixError, LearnedPattern, Reader as _,
    RelPath, Runner as _, Severity, Template, ToolError, Workspace as _,
};

use super::failing::FailingState;
use super::reduce::reduce;
use crate::agent::Agent;
use crate::engine::oracle::PipelineReader;
use crate::error::AgentError;
use crate::runner::{CancelToken, Limits, ProcessRunner};
use crate::scratch::{Scratch, TreeCopy};
use crate::workspace::{Run, RunInfo, Tree};

/// The most hunks that are minimised.
const MOST_HUNKS: usize = 64;

/// The origin of templates that were learned from an edit.
const PERSON: &str = "person";

/// The result of learning from a person's edit.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Learnt {
    /// The command fails. The state of the files is recorded, so that an edit that fixes it can be learned.
    Noted {
        /// The number of errors that it reports.
        errors: usize,
    },
    /// The command passes, and is not known to have failed here.
    NothingKnown,
    /// The command passes, and no file has changed since it failed.
    Unchanged,
    /// It cannot be determined which edit made the command pass.
    Unclear {
        /// The reason.
        reason: String,
    },
    /// The edit is a pattern now.
    Learned {
        /// The pattern, in one line.
        pattern: String,
        /// The file of the edit.
        file: String,
        /// The number of required hunks.
        hunks: usize,
        /// The number of hunks of the edit.
        of: usize,
        /// The number of runs of the command.
        runs: u32,
    },
}

fn unclear(reason: impl Into<String>) -> Learnt {
    Learnt::Unclear {
        reason: reason.into(),
    }
}

impl Agent {
    /// Runs a command and learns from the edits since it failed last: the hunks without which it fails become
    /// a pattern. If it fails now, the state of the files is recorded for later.
    ///
    /// The workspace is left as it is; experiments run in a copy.
    ///
    /// # Errors
    /// If the command cannot be started, the tree cannot be copied, or the state or the store cannot be used.
    pub async fn learn(
        &self,
        command: &Command,
        timeout: Option<Duration>,
        cancel: &CancelToken,
    ) -> Result<Learnt, AgentError> {
        let lab = Lab::open(self, timeout, cancel)?;
        let completed = finished(lab.runner.run(command).await)?;
        let reader = PipelineReader {
            pipeline: self.pipeline(),
            tree: self.tree(),
        };
        if !completed.exit.is_success() {
            let mut errors = reader.read(command, &completed);
            errors.retain(|error| error.severity >= Severity::Error);
            self.note_failure(command, &errors)?;
            return Ok(Learnt::Noted { errors: errors.len() });
        }
        lab.learn(command, MOST_HUNKS).await
    }

    /// Records the texts on which a command fails.
    pub(crate) fn note_failure(&self, command: &Command, errors: &[Diagnostic]) -> Result<(), AgentError> {
        let state = FailingState::of(self.tree(), command, errors);
        state.save(self.tree(), command).map_err(|error| unusable(&error))
    }

    /// Learns from an edit of one hunk, with at most one run of the command. Larger edits are left to
    /// [`learn`](Self::learn).
    pub(crate) async fn learn_cheaply(
        &self,
        command: &Command,
        timeout: Option<Duration>,
        cancel: &CancelToken,
    ) -> Result<Option<String>, AgentError> {
        if !matches!(FailingState::load(self.tree(), command), Ok(Some(_))) {
            return Ok(None);
        }
        let lab = Lab::open(self, timeout, cancel)?;
        Ok(match lab.learn(command, 1).await? {
            Learnt::Learned { pattern, file, .. } => {
                Some(format!("learned from the edit of {file}: {pattern}"))
            }
            _ => None,
        })
    }
}

fn unusable(error: &std::io::Error) -> AgentError {
    AgentError::usage(
        format!("the state of the last failure cannot be used: {error}"),
        "delete the directory 'failing' in the state directory",
    )
}

/// A run that was not interrupted: an interrupted one proves nothing.
fn finished(completed: Result<Completed, CapabilityError>) -> Result<Completed, AgentError> {
    match completed? {
        interrupted if interrupted.exit == ExitState::Cancelled => {
            Err(ToolError::from(CapabilityError::Cancelled).into())
        }
        completed => Ok(completed),
    }
}

/// The place where the command is tried with parts of an edit.
struct Lab<'a> {
    agent: &'a Agent,
    runner: ProcessRunner,
    _scratch: Scratch,
}

impl<'a> Lab<'a> {
    fn open(agent: &'a Agent, timeout: Option<Duration>, cancel: &CancelToken) -> Result<Self, AgentError> {
        let tree = agent.tree();
        let scratch = Scratch::create(tree.state_directory())?;
        let limits = Limits {
            timeout,
            ..Limits::default()
        };
        let sandbox = agent.sandbox(tree, &scratch, [])?;
        Ok(Self {
            agent,
            runner: ProcessRunner::new(tree.root(), limits, cancel.clone()).within(sandbox),
            _scratch: scratch,
        })
    }

    /// Learns from the edits since the command failed, if they have at most this many hunks. The command is
    /// known to pass now.
    async fn learn(&self, command: &Command, most: usize) -> Result<Learnt, AgentError> {
        let tree = self.agent.tree();
        let Some(state) = FailingState::load(tree, command).map_err(|error| unusable(&error))? else {
            return Ok(Learnt::NothingKnown);
        };
        let edits = edits(&state, tree);
        if edits.is_empty() {
            FailingState::forget(tree, command);
            return Ok(Learnt::Unchanged);
        }
        if edits.len() > most {
            return Ok(unclear(format!(
                "the edit has {} hunks, more than {most}",
                edits.len()
            )));
        }
        let mut trial = Trial::new(self, &state, &edits)?;
        let learnt = trial.learn(command, most).await?;
        if matches!(learnt, Learnt::Learned { .. }) {
            FailingState::forget(tree, command);
        }
        Ok(learnt)
    }
}

/// A copy of the tree in which parts of an edit are tried. Fields are dropped in this order.
struct Trial<'a> {
    run: Run,
    copy: TreeCopy,
    runner: ProcessRunner,
    lab: &'a Lab<'a>,
    state: &'a FailingState,
    edits: &'a [Edit],
    runs: u32,
}

impl<'a> Trial<'a> {
    fn new(lab: &'a Lab<'a>, state: &'a FailingState, edits: &'a [Edit]) -> Result<Self, AgentError> {
        let copy = TreeCopy::of(lab.agent.tree())?;
        let info = RunInfo {
            command: String::new(),
            wait: None,
        };
        Ok(Self {
            run: copy.tree.begin(&info)?,
            runner: lab.runner.there(copy.tree.root()),
            copy,
            lab,
            state,
            edits,
            runs: 1,
        })
    }

    async fn learn(&mut self, command: &Command, most: usize) -> Result<Learnt, AgentError> {
        if self.passes(command, &[]).await? {
            return Ok(unclear("the command passes without the edit, too"));
        }
        let all: Vec<usize> = (0..self.edits.len()).collect();
        let needed = match most {
            1 => all,
            _ if !self.passes(command, &all).await? => {
                return Ok(unclear("the command fails in a copy of the workspace"));
            }
            _ => reduce(all, async |part| self.passes(command, part).await).await?,
        };
        self.keep(&needed).await
    }

    /// Returns whether the command passes with these edits on the texts on which it failed.
    async fn passes(&mut self, command: &Command, chosen: &[usize]) -> Result<bool, AgentError> {
        self.runs += 1;
        let step = self.run.apply(&[&self.part(chosen)?])?;
        let completed = self.runner.run(command).await;
        self.run.rollback(step)?;
        Ok(finished(completed)?.exit.is_success())
    }

    /// The fix that turns the copy, which has the whole edit, into one with only these parts.
    fn part(&self, chosen: &[usize]) -> Result<Fix, AgentError> {
        let mut files: BTreeMap<&RelPath, Vec<&Edit>> = BTreeMap::new();
        for (index, edit) in self.edits.iter().enumerate() {
            let parts = files.entry(&edit.file).or_default();
            parts.extend(chosen.contains(&index).then_some(edit));
        }
        let stale = |error: FixError| AgentError::usage(error.to_string(), "run the command again");
        let mut fix = Fix::new(PERSON, "a part of the edit", Confidence::new(1.0));
        for (file, edits) in files {
            let now = self.copy.tree.read_text(file)?;
            let text = apply_edits(&self.state.files[file], edits).map_err(stale)?;
            if text != now {
                fix = fix.edit(Edit::replace(file, &now, 0..now.len(), text).map_err(stale)?);
            }
        }
        Ok(fix)
    }

    async fn keep(&self, needed: &[usize]) -> Result<Learnt, AgentError> {
        let edits: Vec<Edit> = needed.iter().map(|&index| self.edits[index].clone()).collect();
        let Some(file) = edits.first().map(|edit| edit.file.clone()) else {
            return Ok(unclear("no part of the edit is needed by itself"));
        };
        if edits.iter().any(|edit| edit.file != file) {
            return Ok(unclear(
                "the edit changes several files that depend on each other",
            ));
        }
        let text = &self.state.files[&file];
        let template = nearest(&self.state.errors, &edits[0], text)
            .and_then(|diagnostic| Template::make(diagnostic, text, &edits));
        let Some(template) = template else {
            return Ok(unclear(
                "the edit holds nothing that could be recognised in another file",
            ));
        };
        if let Some(memory) = self.lab.agent.memory() {
            memory.keep_template(&template, PERSON).await?;
        }
        let pattern = LearnedPattern::new(template, PERSON);
        Ok(Learnt::Learned {
            pattern: pattern.template.summary(),
            file: file.to_string(),
            hunks: edits.len(),
            of: self.edits.len(),
            runs: self.runs,
        })
    }
}

/// The error closest to an edit, or the first one.
fn nearest<'d>(errors: &'d [Diagnostic], edit: &Edit, text: &str) -> Option<&'d Diagnostic> {
    let line = text[..edit.range.start].matches('\n').count() + 1;
    let distance = |error: &&Diagnostic| {
        let frames = error.frames.iter().map(|frame| &frame.location);
        let places = std::iter::once(&error.location).chain(frames);
        let here = places.filter(|place| place.file.as_deref() == Some(edit.file.as_str()));
        let lines = here.filter_map(|place| usize::try_from(place.line?).ok());
        lines.map(|at| at.abs_diff(line)).min().unwrap_or(usize::MAX)
    };
    errors.iter().min_by_key(distance)
}

/// The differences of the recorded files, as edits of their recorded texts.
fn edits(state: &FailingState, tree: &Tree) -> Vec<Edit> {
    let changed = state.files.iter().filter_map(|(file, before)| {
        let after = tree.read_text(file).ok()?;
        (*before != after).then_some((file, before, after))
    });
    changed
        .flat_map(|(file, before, after)| hunks(file, before, &after))
        .collect()
}

fn hunks(file: &RelPath, before: &str, after: &str) -> Vec<Edit> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let offset = |line: usize| old[..line].iter().map(|line| line.len()).sum::<usize>();
    let diff = TextDiff::from_slices(&old, &new);
    let changed = diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let edit = |op: &DiffOp| {
        let (from, to) = (op.old_range(), op.new_range());
        let range = offset(from.start)..offset(from.end);
        Edit::replace(file, before, range, new[to].concat()).ok()
    };
    changed.filter_map(edit).collect()
}
