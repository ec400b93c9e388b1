//! `undo`: undoes the changes of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;
use crate::workspace;

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "undo",
    title: "Undo a run",
    description: "Undoes the changes of a run. Files that were changed since are left alone and named. An \
                  undo can be undone by its own id.",
    effect: Effect::Changes,
    input: schema::<Input>,
    result: schema::<TakenBack>,
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// The run's id; otherwise the latest that changed anything.
    #[serde(default)]
    run: Option<String>,
    #[serde(default)]
    workspace: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TakenBack {
    run: String,
    command: String,
    files: Vec<String>,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    let shared = call.shared;
    Ok(Box::new(move |_| {
        let agent = workspace::without_plugins(&directory)?;
        let undone = agent.undo(input.run.as_deref(), false)?;
        let mut text = Vec::new();
        crate::commands::undo::text(&mut text, &undone)?;
        let taken_back = TakenBack {
            run: undone.run,
            command: undone.command,
            files: undone.files.iter().map(|file| file.as_str().to_owned()).collect(),
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok(Answer::of(text, super::value(&taken_back)?, &shared.documents))
    }))
}
