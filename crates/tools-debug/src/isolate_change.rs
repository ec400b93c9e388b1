//! `isolate_change`: of a change that broke a command, the smallest part that did it.

mod change;
mod reverse;
mod stage;
mod suspicion;

use git2::Repository;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::redact::VERBATIM;
use unbreak_core::{Confidence, Descriptor, Fix, SafetyClass, ToolContext, ToolError};

use self::change::{Change, Piece, chosen, lines};
use self::reverse::Present;
use self::stage::{Passes, Stage};
use self::suspicion::{Suspect, narrow};
use crate::ddmin::{Oracle as _, ddmin};
use crate::describe::describe;
use crate::experiment::experiment;
use crate::failure::{Failure, SAME, Summary};
use crate::subject;
use crate::work_tree::{WorkTree, git, inside, objects, repository, resolve};

static DESCRIPTOR: Descriptor = describe(
    "isolate_change",
    "finds the smallest part of a change that broke a command, and how to revert it",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Reverts parts of a commit in scratch work trees, until it finds the smallest part without which the
command passes (delta debugging: no single piece of it can be left out). This is a causal experiment:
the command fails with the part and passes without it, and both are run again at the end. It also
reports whether the part alone, on the commit before, is enough to break the command.

The pieces are the hunks of the commit without context. The result is then cut into lines, if it is
clear which line became which. Changes to tests are not reverted, unless nothing else makes the command
pass. Pieces in functions that are suspected, or on the stack of the failure, are tested first.

Without a commit, it examines the uncommitted changes.

# The fix
The part is reverted in the current tree: by a three-way merge or, if later changes moved the lines, by
finding them at their new place. If neither works, the result says so. The fix is a proposal; nothing is
written.

# Safety
It works in scratch repositories that borrow the objects of yours.";

/// Delta debugging over a commit.
#[derive(Debug, Clone, Copy)]
pub struct IsolateChange;

experiment!(IsolateChange: Input => isolate, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// The commit of the change; without it, what is not committed yet.
    #[serde(default)]
    commit: Option<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// Questions asked at a time.
    #[serde(default)]
    #[schemars(range(min = 1))]
    jobs: Option<usize>,
    /// Only list the pieces of the change.
    #[serde(default)]
    list: bool,
    /// Functions that may be at fault, the likeliest first.
    #[serde(default)]
    suspects: Vec<Suspect>,
}

#[derive(Debug, Serialize)]
struct Output {
    commit: Option<String>,
    summary: String,
    /// Every piece of the change.
    hunks: Vec<Hunk>,
    /// Whether the smallest part was found.
    isolated: bool,
    /// The failure with the change.
    failure: Option<Summary>,
    /// Whether the part alone, applied to the earlier version, breaks the command in the same way.
    sufficient: Option<bool>,
    /// Whether the part holds changes to tests.
    needs_tests: bool,
    /// The part reverted in the tree as it is now.
    fix: Option<Fix>,
    /// The reasons why there is no fix.
    obstacles: Vec<String>,
    /// The number of runs of the command.
    runs: usize,
    note: String,
    warnings: Vec<String>,
}

/// A piece of the change, for people and programs.
#[derive(Debug, Serialize)]
struct Hunk {
    id: usize,
    file: String,
    /// The first line in the new text, from 1.
    line: usize,
    old_lines: usize,
    new_lines: usize,
    function: Option<String>,
    is_test: bool,
    /// Whether it belongs to the smallest part; nothing while that is not known.
    guilty: Option<bool>,
    text: String,
}

/// Lines of a piece that are shown.
const SHOWN: usize = 40;

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "commit": { "type": ["string", "null"] },
            "summary": { "type": "string" },
            "hunks": { "type": "array", "items": { "type": "object" } },
            "isolated": { "type": "boolean" },
            "failure": { "type": ["object", "null"] },
            "sufficient": { "type": ["boolean", "null"] },
            "needs_tests": { "type": "boolean" },
            "fix": { "type": ["object", "null"], VERBATIM: true },
            "obstacles": { "type": "array", "items": { "type": "string" } },
            "runs": { "type": "integer" },
            "note": { "type": "string" },
            "warnings": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["hunks", "isolated", "runs", "note"],
    })
}

/// The change and its state.
struct Subjected {
    change: Change,
    commit: Option<String>,
    summary: String,
    /// The commit whose files the scratch work trees begin with.
    base: String,
}

impl Subjected {
    fn read(repository: &Repository, commit: Option<&str>) -> Result<Self, ToolError> {
        let Some(name) = commit else {
            return Ok(Self {
                change: Change::of_work_tree(repository).map_err(git)?,
                commit: None,
                summary: "what is not committed yet".to_owned(),
                base: resolve(repository, "HEAD")?.to_string(),
            });
        };
        let id = resolve(repository, name)?;
        let found = repository.find_commit(id).map_err(git)?;
        let summary = String::from_utf8_lossy(found.summary_bytes().unwrap_or_default()).into_owned();
        Ok(Self {
            change: Change::of_commit(repository, id).map_err(git)?,
            commit: Some(id.to_string()),
            summary,
            base: id.to_string(),
        })
    }
}

async fn isolate(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let root = context.workspace.root();
    // A repository is not a value to keep while something runs.
    let (subjected, objects, inside) = {
        let repository = repository(root)?;
        let subjected = Subjected::read(&repository, input.commit.as_deref())?;
        (subjected, objects(&repository), inside(&repository, root))
    };
    let change = &subjected.change;
    if change.pieces.is_empty() {
        return Err(ToolError::Input(format!("{} changes no file", subjected.summary)));
    }
    let mut output = Output::of(&subjected);
    if input.list {
        return Ok(output);
    }
    let trees = (0..jobs(input.jobs, change.pieces.len()))
        .map(|slot| WorkTree::create(context.scratch()?.join(format!("tree-{slot}")), &objects))
        .collect::<Result<Vec<_>, _>>()?;
    let stage = Stage::new(change, command, context, trees, &subjected.base, inside.clone())?;
    output.warnings = stage.warnings();
    let guilty = output.search(change, &stage, input.suspects).await?;
    if guilty.is_empty() {
        return Ok(output);
    }
    output.mark(change, &guilty);
    output.confirm(change, &stage, &guilty).await?;
    if output.isolated {
        output.reverse(&subjected, &guilty, context, &inside)?;
    }
    Ok(output)
}

fn jobs(wanted: Option<usize>, pieces: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    wanted.unwrap_or(processors).clamp(1, pieces.max(1))
}

impl Output {
    fn of(subjected: &Subjected) -> Self {
        let change = &subjected.change;
        Self {
            commit: subjected.commit.clone(),
            summary: subjected.summary.clone(),
            hunks: (0..change.pieces.len()).map(|at| Hunk::of(change, at)).collect(),
            isolated: false,
            failure: None,
            sufficient: None,
            needs_tests: false,
            fix: None,
            obstacles: Vec::new(),
            runs: 0,
            note: format!("{} pieces in {} files", change.pieces.len(), change.files.len()),
            warnings: Vec::new(),
        }
    }

    /// The smallest part without which the command passes; `None` when there is none.
    async fn search(
        &mut self,
        change: &Change,
        stage: &Stage<'_>,
        mut suspects: Vec<Suspect>,
    ) -> Result<Vec<Piece>, ToolError> {
        let pieces = &change.pieces;
        self.runs += 1;
        let Some(failure) = stage.without(0, &[]).await? else {
            return Err(ToolError::Other(format!(
                "the command passes with {}",
                self.summary
            )));
        };
        self.failure = Some(failure.summary());
        suspects.extend(Suspect::of_failure(&failure));
        let oracle = Passes { stage, pieces };
        for candidates in self.candidates() {
            self.runs += 1;
            if oracle.holds(0, &candidates).await? {
                let some = narrow(&oracle, &self.hunks, candidates, &suspects, &mut self.runs).await?;
                let reduced = ddmin(&oracle, some, stage.jobs()).await?;
                self.runs += reduced.calls;
                self.needs_tests = reduced.kept.iter().any(|at| self.hunks[*at].is_test);
                return self.refine(chosen(pieces, &reduced.kept), stage).await;
            }
        }
        self.note = "the command fails without the change too, so no part of it is the cause".to_owned();
        Ok(Vec::new())
    }

    /// The pieces that may be reverted: the code alone, and if that is not enough, the tests too.
    fn candidates(&self) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (0..self.hunks.len()).collect();
        let is_code = |at: &usize| !self.hunks[*at].is_test;
        let code: Vec<usize> = all.iter().copied().filter(is_code).collect();
        let mut candidates = vec![code, all];
        candidates.retain(|some| !some.is_empty());
        candidates.dedup();
        candidates
    }

    /// The lines of the pieces that matter.
    async fn refine(&mut self, found: Vec<Piece>, stage: &Stage<'_>) -> Result<Vec<Piece>, ToolError> {
        let finer: Vec<Piece> = found.iter().flat_map(Piece::split).collect();
        if finer.len() == found.len() {
            return Ok(found);
        }
        let oracle = Passes {
            stage,
            pieces: &finer,
        };
        let reduced = ddmin(&oracle, (0..finer.len()).collect(), stage.jobs()).await?;
        self.runs += reduced.calls;
        Ok(chosen(&finer, &reduced.kept))
    }

    fn mark(&mut self, change: &Change, guilty: &[Piece]) {
        for (hunk, piece) in self.hunks.iter_mut().zip(&change.pieces) {
            let is_part = |part: &Piece| match (part, piece) {
                (
                    Piece::Lines { file, old, new },
                    Piece::Lines {
                        file: of,
                        old: all_old,
                        new: all_new,
                    },
                ) => {
                    file == of
                        && all_old.start <= old.start
                        && old.end <= all_old.end
                        && all_new.start <= new.start
                        && new.end <= all_new.end
                }
                _ => part == piece,
            };
            hunk.guilty = Some(guilty.iter().any(is_part));
        }
    }

    /// Runs both sides again, and the part by itself.
    async fn confirm(
        &mut self,
        change: &Change,
        stage: &Stage<'_>,
        guilty: &[Piece],
    ) -> Result<(), ToolError> {
        self.runs += 3;
        let passes = stage.without(0, guilty).await?.is_none();
        let failure = stage.without(0, &[]).await?;
        self.isolated = passes && failure.is_some();
        let is_guilty = |at: usize| self.hunks[at].guilty == Some(true);
        let rest: Vec<usize> = (0..change.pieces.len()).filter(|at| !is_guilty(*at)).collect();
        let alone = stage.without(0, &chosen(&change.pieces, &rest)).await?;
        let is_same = |alone: Failure| {
            failure
                .as_ref()
                .is_some_and(|failure| failure.similarity(&alone) >= SAME)
        };
        self.sufficient = Some(alone.is_some_and(is_same));
        let count = self.hunks.iter().filter(|hunk| hunk.guilty == Some(true)).count();
        self.note = match self.isolated {
            true => format!(
                "{count} of {} pieces of {}: without them the command passes, with them it fails",
                self.hunks.len(),
                self.summary
            ),
            false => "the command does not always do the same with the same files; a flake check tells more"
                .to_owned(),
        };
        Ok(())
    }

    fn reverse(
        &mut self,
        subjected: &Subjected,
        guilty: &[Piece],
        context: &ToolContext<'_>,
        inside: &std::path::Path,
    ) -> Result<(), ToolError> {
        let repository = repository(context.workspace.root())?;
        let commit = match &subjected.commit {
            Some(commit) => Some(resolve(&repository, commit)?),
            None => None,
        };
        let present = Present::since(&repository, commit, context.workspace, inside).map_err(git)?;
        let mut reversal = present.reverse(&subjected.change, guilty);
        self.obstacles = std::mem::take(&mut reversal.obstacles);
        if self.needs_tests {
            self.obstacles.push("the command passes only with changes to tests reverted: it may be what is expected that changed".to_owned());
        }
        if self.obstacles.is_empty() {
            let title = format!("revert what broke it in '{}'", subjected.summary);
            let fix = Fix::new("isolate_change", title, Confidence::new(0.9))
                .because(self.note.clone())
                .safety(SafetyClass::Unsafe);
            self.fix = Some(reversal.into_fix(fix)).filter(|fix| !fix.is_noop());
        }
        Ok(())
    }
}

impl Hunk {
    fn of(change: &Change, at: usize) -> Self {
        let piece = &change.pieces[at];
        let file = &change.files[piece.file()];
        let (line, old_lines, new_lines) = match piece {
            Piece::Lines { old, new, .. } => (new.start + 1, old.len(), new.len()),
            Piece::Whole { .. } => (1, 0, 0),
        };
        Self {
            id: at + 1,
            file: file.path().display().to_string(),
            line,
            old_lines,
            new_lines,
            function: change.function(piece),
            is_test: file.is_test(),
            guilty: None,
            text: text(change, piece),
        }
    }
}

/// A piece as a diff has it.
fn text(change: &Change, piece: &Piece) -> String {
    let file = &change.files[piece.file()];
    let Piece::Lines { old, new, .. } = piece else {
        return match (&file.old, &file.new) {
            (None, _) => "a new file".to_owned(),
            (_, None) => "the file is deleted".to_owned(),
            (Some(old), Some(new)) if old.path != new.path => format!("renamed from {}", old.path.display()),
            _ => "its mode, or bytes that are not text".to_owned(),
        };
    };
    let part = |side: &Option<change::Side>, sign: char, range: &std::ops::Range<usize>| -> Vec<String> {
        let bytes = side
            .as_ref()
            .map(|side| side.bytes.as_slice())
            .unwrap_or_default();
        let lines = lines(bytes);
        let shown = lines[range.clone()].iter();
        shown
            .map(|line| format!("{sign}{}", String::from_utf8_lossy(line).trim_end_matches('\n')))
            .collect()
    };
    let mut shown = part(&file.old, '-', old);
    shown.extend(part(&file.new, '+', new));
    if shown.len() > SHOWN {
        let more = shown.len() - SHOWN;
        shown.truncate(SHOWN);
        shown.push(format!("... and {more} lines more"));
    }
    shown.join("\n")
}
