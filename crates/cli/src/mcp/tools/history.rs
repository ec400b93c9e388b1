//! `history`: the past runs in a workspace.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::commands::history::Row;
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;
use crate::workspace;

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "history",
    title: "List past runs",
    description: "Lists the past runs in a workspace, the latest first: command, outcome, files changed. \
                  `undo` takes one back; its diff is the resource unbreak://runs/{id}/diff.",
    effect: Effect::Reads,
    input: schema::<Input>,
    result: schema::<Runs>,
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    #[serde(default)]
    workspace: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Runs {
    runs: Vec<Row>,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    let shared = call.shared;
    Ok(Box::new(move |_| {
        let past = workspace::without_plugins(&directory)?.history()?;
        let runs: Vec<Row> = past.iter().map(Row::of).collect();
        let text = match runs.is_empty() {
            true => "no run has been made here".to_owned(),
            false => runs
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n"),
        };
        Ok(Answer::of(text, super::value(&Runs { runs })?, &shared.documents))
    }))
}
