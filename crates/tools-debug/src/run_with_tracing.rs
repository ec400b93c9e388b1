//! `run_with_tracing`: a run with all the diagnostics switched on that runtimes offer.

mod crash;
mod switches;

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Descriptor, Diagnostic, ExitState, ToolContext, ToolError};

use self::crash::Crash;
use self::switches::Traced;
use crate::describe::describe;
use crate::experiment::experiment;
use crate::failure;
use crate::subject;
use crate::tail::tail;

static DESCRIPTOR: Descriptor = describe(
    "run_with_tracing",
    "runs a command with the runtime's own diagnostics, and reports frames, locals and the last lines",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Runs the command once with the diagnostics of its runtime: Python's development mode and fault handler,
Node's longer stack traces and source maps, Rust's full backtraces, Go's traces of all goroutines, and
the traces that Java omits once it has compiled a method. The result is structured: errors with their
frames, as the parsers understand them. With `memory`, Python reports where the objects in its warnings
were allocated.

A native program that crashes is run once more under gdb, if gdb is installed: the result contains the
stack with the arguments and variables of each frame. For a shell script, this applies to the first
program that it starts.

In Python programs it also records the last lines that ran in the workspace's own files, and the place
and local variables of each exception raised there. Values of names that suggest a secret are not shown.

# Safety
The program is not edited. The hook for Python is in a scratch directory and is passed through the
environment. A traced Python program is several times slower.";

/// A run that tells more.
#[derive(Debug, Clone, Copy)]
pub struct RunWithTracing;

experiment!(RunWithTracing: Input => trace, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// How many of the lines that ran last are shown.
    #[serde(default)]
    #[schemars(range(max = 200), extend("default" = LINES))]
    lines: Option<usize>,
    /// Have Python remember where memory was allocated (`tracemalloc`).
    #[serde(default)]
    memory: bool,
}

#[derive(Debug, Serialize)]
struct Output {
    exit: ExitState,
    duration_ms: u64,
    /// The errors that kept it from passing, with frames.
    errors: Vec<Diagnostic>,
    /// The lines of the workspace that ran last, the very last at the end.
    lines: Vec<Place>,
    /// Exceptions raised in the workspace, caught ones included, the last at the end.
    raised: Vec<Raised>,
    /// The stack of a native program that crashed.
    crash: Option<Crash>,
    /// The end of its output.
    tail: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Place {
    file: String,
    line: u32,
    function: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Raised {
    #[serde(rename = "type")]
    kind: String,
    message: String,
    #[serde(flatten)]
    place: Place,
    locals: serde_json::Map<String, Value>,
}

/// The record of a traced process.
#[derive(Debug, Default, Deserialize)]
struct Record {
    lines: Vec<Place>,
    raised: Vec<Raised>,
}

/// The default number of last lines shown.
const LINES: usize = 30;

fn output_schema() -> Value {
    let place = json!({
        "file": { "type": "string" }, "line": { "type": "integer" }, "function": { "type": "string" },
    });
    json!({
        "type": "object",
        "properties": {
            "exit": { "description": "how it ended" },
            "duration_ms": { "type": "integer" },
            "errors": { "type": "array", "items": { "type": "object" } },
            "lines": { "type": "array", "items": { "type": "object", "properties": place } },
            "raised": { "type": "array", "items": { "type": "object" } },
            "crash": {
                "type": ["object", "null"],
                "description": "of a native program: signal, and frames, the innermost first",
            },
            "tail": { "type": "string" },
        },
        "required": ["exit", "errors", "lines", "raised", "tail"],
    })
}

async fn trace(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let plain = command.clone();
    let mut traced = Traced::new(command, context.workspace.root(), context.scratch()?)?;
    if input.memory {
        traced.remember_allocations();
    }
    context.tell(&format!("tracing {}", traced.command));
    let completed = subject::run(context.runner, &traced.command).await?;
    let errors = match completed.exit.is_success() {
        true => Vec::new(),
        false => failure::errors(context.reader()?.read(&traced.command, &completed)),
    };
    let Record { lines, raised } = records(&traced.records);
    let shown = lines.len().saturating_sub(input.lines.unwrap_or(LINES));
    Ok(Output {
        exit: completed.exit,
        duration_ms: u64::try_from(completed.duration.as_millis()).unwrap_or(u64::MAX),
        errors,
        lines: lines[shown..].to_vec(),
        raised,
        crash: crash::look(&plain, &completed, context).await?,
        tail: tail(&completed),
    })
}

/// The records of all processes, the one that ended last at the end.
fn records(directory: &Path) -> Record {
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort_by_key(|file| file.metadata().and_then(|about| about.modified()).ok());
    let read = |file: &std::path::PathBuf| serde_json::from_slice::<Record>(&std::fs::read(file).ok()?).ok();
    files
        .iter()
        .filter_map(read)
        .fold(Record::default(), |mut all, one| {
            all.lines.extend(one.lines);
            all.raised.extend(one.raised);
            all
        })
}
