//! Measures lines in languages whose runtimes do not count them: inserts a probe before each line, in a copy
//! of the tree.
//!
//! A compiler that counts lines has to build the whole program again, with options that its build may not
//! pass on, and leaves its counts next to the sources. A probe needs only one more build of the copy, with
//! any build tool.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use unbreak_core::{Command, ExitState, ToolContext, Workspace as _};

use super::Lines;
use crate::engine::Rounds;
use crate::engine::oracle::PipelineReader;

/// The debug tool that says whether lines are reached.
const TOOL: &str = "add_instrumented_trace";

/// Extensions of files that are compiled before they run.
const ENDINGS: &[&str] = &["c", "cc", "cpp", "cxx", "go", "java", "rs", "ts"];

/// The extra time for a run with probes: the copy is built from nothing.
const BUILD: Duration = Duration::from_secs(60);

/// The tool's output about its probes and its run.
#[derive(Deserialize)]
struct Output {
    probes: Vec<Placed>,
    run: Run,
}

#[derive(Deserialize)]
struct Placed {
    file: String,
    line: u32,
    hits: usize,
}

#[derive(Deserialize)]
struct Run {
    exit: ExitState,
}

/// Returns whether lines of a file can be probed.
pub(super) fn takes_probes(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

impl Rounds<'_, '_, '_> {
    /// The lines of `wanted` that the command reaches in a copy of the tree; empty if that cannot be
    /// measured.
    pub(super) async fn probed(&mut self, wanted: &Lines) -> Lines {
        let command = self.oracle.command;
        let is_possible = command.directory.is_none() && self.oracle.may_be_asked();
        let tool = self.setting.registry.tool(TOOL).filter(|_| is_possible);
        let directory = self.setting.scratch.join("probes");
        let (Some(tool), Ok(())) = (tool, fs::create_dir_all(&directory)) else {
            return Lines::new();
        };
        let kept = directory.join("kept");
        let reader = PipelineReader {
            pipeline: self.setting.pipeline,
            tree: self.setting.tree,
        };
        let mut context = ToolContext::new(self.setting.tree, self.setting.runner);
        context.reader = Some(&reader);
        context.scratch = Some(&directory);
        context.kept = Some(&kept);
        let limit = BUILD + self.oracle.usual_time().unwrap_or_default() * 2;
        let began = Instant::now();
        let input = input(self.setting.tree.root(), wanted, command, limit);
        let called = self.setting.wait_for(tool.call(input, &context)).await;
        self.oracle.charge(1, began.elapsed());
        match called {
            Some(Ok(Ok(output))) => reached(self.setting.tree.root(), output),
            _ => Lines::new(),
        }
    }
}

fn input(root: &Path, wanted: &Lines, command: &Command, limit: Duration) -> Value {
    let of_file = |(file, lines): (&String, &std::collections::BTreeSet<u32>)| -> Vec<Value> {
        let file = Path::new(file).strip_prefix(root).unwrap_or(Path::new(file));
        let probe = |line: &u32| json!({ "file": file, "line": line });
        lines.iter().map(probe).collect()
    };
    json!({
        "probes": wanted.iter().flat_map(of_file).collect::<Vec<_>>(),
        "command": command.words().collect::<Vec<_>>(),
        "timeout_seconds": limit.as_secs_f64(),
        "how": "edit",
        "once": true,
        "limit": 0,
    })
}

/// The lines whose probes were hit in a run that passed.
fn reached(root: &Path, output: Value) -> Lines {
    let mut reached = Lines::new();
    let Ok(output) = serde_json::from_value::<Output>(output) else {
        return reached;
    };
    let hit = output.probes.into_iter().filter(|probe| probe.hits > 0);
    for probe in hit.filter(|_| output.run.exit.is_success()) {
        let file = root.join(&probe.file).to_string_lossy().into_owned();
        reached.entry(file).or_default().insert(probe.line);
    }
    reached
}
