//! `git_bisect`: the first bad commit between a good and a bad one.

mod bayes;
mod divide;
mod frontier;
mod history;
mod hunt;
mod journal;
mod log;
mod probe;
mod reads;
mod relevance;
mod trees;
mod weigh;

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Command, Descriptor, ToolContext, ToolError};

use self::history::{Commit, History};
use self::hunt::{Demand, Found, Hunt};
use self::journal::{FAILURE, Journal, PRIOR};
use self::probe::Run;
use self::relevance::{Prior, Relevance};
use self::trees::Trees;
use crate::describe::describe;
use crate::experiment::experiment;
use crate::failure::{Failure, Summary};
use crate::subject;

static DESCRIPTOR: Descriptor = describe(
    "git_bisect",
    "finds the commit that broke a command, testing several at a time",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Runs the command on commits between a good and a bad one until the first bad one is found. Several
commits are tested at once; tests that no longer matter are cancelled. The result is based on a bad
commit and the good one before it that were both run, and names both.

If a worker is idle, and at the end if it is not certain enough that the failure is deterministic, some
commits are run again. With `confirm` false, single runs are trusted, as `git bisect run` does.

# What is bad
A commit is bad if the command fails in the same way as on the bad one, as the parsers understand it. A
commit that fails in another way (it does not build, a file is missing) is skipped and never blamed, as
is a commit on which the command exits with 125.

# Which commits come first
A file that the first run on the bad commit did not read is unlikely to be the cause. The files that it
read are determined from their last access times in its scratch work tree. If the file system does not
record these, the files that the failure names are used. Commits that change such files, that add,
remove or rename files, or that change build and lock files get a higher probability, and the history is
divided by probability. This affects only the number of runs, not the result.

# How sure the answer is
`confidence` is the probability that the named commit is the first bad one, given all runs. Before the
first run, the failure is assumed to be flaky with a probability of one half. The confidence is never 1,
because a flaky failure can look deterministic for any number of runs. The search ends at 95 %, or at
99 % if a run takes less than a tenth of a second.

# When the failure is not certain
If bad passes sometimes, or good fails, the search continues with probabilities: the most informative
run is made next, until one commit is 97 % likely. The failure rates of good and bad commits are
integrated over, not guessed. The search detects automatically that runs contradict each other; if this
is known in advance, set `flaky`.

# Builds
Files that git ignores stay in a scratch work tree from commit to commit. A directory named by
`share` is the same directory in all of them.

# Safety
Commits are checked out in scratch repositories that borrow the objects of yours. Your work tree,
index, HEAD, refs and list of work trees are only read.";

/// Bisection.
#[derive(Debug, Clone, Copy)]
pub struct GitBisect;

experiment!(GitBisect: Input => bisect, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// A commit on which the command passes.
    good: String,
    /// One on which it fails.
    #[serde(default = "head")]
    bad: String,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// Commits tested at a time.
    #[serde(default)]
    #[schemars(range(min = 1))]
    jobs: Option<usize>,
    /// Take merges as one commit each.
    #[serde(default)]
    first_parent: bool,
    /// The failure is known not to be certain.
    #[serde(default)]
    flaky: bool,
    /// The most runs of the command.
    #[serde(default)]
    #[schemars(range(min = 1), extend("default" = MOST_RUNS))]
    max_runs: Option<usize>,
    /// The output of the failure.
    #[serde(default)]
    expected: Option<String>,
    /// The log of an earlier search, to continue from.
    #[serde(default)]
    log: Option<String>,
    /// Go on where an interrupted search for the same stopped.
    #[serde(default)]
    resume: bool,
    /// Run some commits again where doubt is left whether the failure is certain.
    #[serde(default = "yes")]
    confirm: bool,
    /// Directories of build results that all work trees share.
    #[serde(default)]
    share: Vec<PathBuf>,
}

fn yes() -> bool {
    true
}

fn head() -> String {
    "HEAD".to_owned()
}

#[derive(Debug, Serialize)]
struct Output {
    /// The commit that broke it, if it is one.
    first_bad: Option<Commit>,
    /// A commit right before it that was tested and passed, if it is one of those in between or the
    /// good one.
    last_good: Option<Commit>,
    /// The diff of that commit.
    diff: Option<String>,
    /// Where commits could not be tested: it is one of these.
    candidates: Vec<Commit>,
    /// How likely `first_bad` is the one, 0..=1.
    confidence: f64,
    /// Whether no run contradicts another.
    steady: bool,
    failure: Option<Summary>,
    commits: usize,
    runs: Vec<Run>,
    /// In git's own format.
    log: String,
    warnings: Vec<String>,
}

/// The most runs of a search under uncertainty.
const MOST_RUNS: usize = 400;

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "first_bad": { "type": ["object", "null"] },
            "last_good": { "type": ["object", "null"] },
            "diff": { "type": ["string", "null"] },
            "candidates": { "type": "array", "items": { "type": "object" } },
            "confidence": { "type": "number" },
            "steady": { "type": "boolean", "description": "no run contradicts another" },
            "failure": { "type": ["object", "null"] },
            "commits": { "type": "integer" },
            "runs": { "type": "array", "items": { "type": "object" } },
            "log": { "type": "string" },
            "warnings": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["first_bad", "candidates", "confidence", "commits", "runs", "log"],
    })
}

async fn bisect(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let command = command(&input)?;
    if input.jobs == Some(0) {
        return Err(ToolError::Input(
            "at least one commit must be tested at a time".to_owned(),
        ));
    }
    let root = context.workspace.root();
    let history = History::read(root, &input.good, &input.bad, input.first_parent)?;
    let jobs = input.jobs.unwrap_or_else(processors).min(history.len());
    let scratch = context.scratch()?;
    let trees = Trees::create(scratch, jobs, &history.objects, &history.inside, &input.share)?;
    let expected = match &input.expected {
        Some(text) => Some(Failure::from_text(text, &command, context.reader()?)?),
        None => None,
    };
    let journal = Journal::of(&search(&input, &history), context);
    let mut runs = log::read(&history, input.log.as_deref().unwrap_or_default());
    match input.resume {
        true => runs.extend(log::read(&history, &journal.read())),
        false => journal.clear(),
    }
    let expected = expected.or_else(|| journal.recall(FAILURE));
    let prior = journal.recall(PRIOR).filter(|prior: &Prior| prior.fits(&history));
    let mut hunt = Hunt {
        relevance: Relevance::begin(&history),
        prior: prior.unwrap_or_else(|| Prior::even(&history)),
        held: Vec::new(),
        set_aside: Vec::new(),
        history: &history,
        command: &command,
        context,
        trees: &trees,
        expected,
        runs,
        journal,
        most_runs: input.max_runs.unwrap_or(MOST_RUNS),
    };
    let demand = Demand {
        is_uncertain: input.flaky,
        confirms: input.confirm,
    };
    let found = hunt.search(demand).await?;
    hunt.journal.clear();
    report(&history, &hunt, &found)
}

fn command(input: &Input) -> Result<Command, ToolError> {
    let mut command = subject::command(&input.command, input.timeout_seconds)?;
    // Two commits are checked out within a second: Python would take cached byte code for current.
    let variable = "PYTHONDONTWRITEBYTECODE".to_owned();
    command.env.entry(variable).or_insert_with(|| "1".to_owned());
    Ok(command)
}

/// The identity of a search.
fn search(input: &Input, history: &History) -> String {
    let bad = &history.commits[history.len() - 1];
    let (good, first_parent) = (&history.good.id, history.is_first_parent);
    json!([input.command, good, bad.id, first_parent, input.expected]).to_string()
}

fn report(history: &History, hunt: &Hunt<'_>, found: &Found) -> Result<Output, ToolError> {
    let (first, confidence, among) = match found {
        Found::Among(candidates) => (None, 0.0, candidates.clone()),
        Found::Likely(first, likely) => (Some(*first), *likely, Vec::new()),
    };
    Ok(Output {
        log: log::write(history, &hunt.runs, first),
        last_good: first.and_then(|first| hunt.last_good(first)).cloned(),
        diff: first.map(|first| history.diff(first)).transpose()?,
        candidates: among
            .into_iter()
            .map(|commit| history.commits[commit].clone())
            .collect(),
        first_bad: first.map(|first| history.commits[first].clone()),
        confidence,
        steady: hunt.is_steady(),
        failure: hunt.expected.as_ref().map(Failure::summary),
        commits: history.len(),
        runs: hunt.runs.clone(),
        warnings: hunt.trees.warnings(),
    })
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
