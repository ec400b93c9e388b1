//! `patterns`: the fixes that were learned from verified fixes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_host::Store;

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::commands::patterns as command;
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;
use crate::workspace;

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "patterns",
    title: "Learned fixes",
    description: "Lists, shows and forgets the fixes that unbreak learned from verified repairs.",
    effect: Effect::Changes,
    input: schema::<Input>,
    result: schema::<Patterns>,
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    action: Action,
    /// The pattern's number, to show or forget it.
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    workspace: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    List,
    Show,
    Forget,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Patterns {
    patterns: Vec<Value>,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    let shared = call.shared;
    Ok(Box::new(move |_| {
        let tree = workspace::open(&directory)?;
        let store = Store::in_state(tree.state_directory());
        let known = command::known(&store)?;
        let wanted = |id: Option<u64>| {
            let found = known.iter().find(|pattern| Some(pattern.id) == id);
            found.ok_or_else(|| {
                CliError::usage(match id {
                    Some(id) => format!("there is no pattern {id}"),
                    None => "the pattern's id is missing".to_owned(),
                })
                .hint("`list` shows them".to_owned())
            })
        };
        let shown = match input.action {
            Action::List => known.iter().map(super::value).collect::<Result<_, _>>()?,
            Action::Show => vec![super::value(wanted(input.id)?)?],
            Action::Forget => {
                let pattern = wanted(input.id)?;
                command::forget(&store, &[pattern.id])?;
                vec![super::value(pattern)?]
            }
        };
        let text = match (input.action, shown.as_slice()) {
            (Action::List, []) => "nothing was learned yet".to_owned(),
            (Action::List, _) => {
                let lines = known
                    .iter()
                    .map(|pattern| format!("{}: {}", pattern.id, pattern.template.summary()));
                lines.collect::<Vec<_>>().join("\n")
            }
            (Action::Show, _) => serde_json::to_string_pretty(&shown).unwrap_or_default(),
            (Action::Forget, _) => "forgotten".to_owned(),
        };
        Ok(Answer::of(
            text,
            super::value(&Patterns { patterns: shown })?,
            &shared.documents,
        ))
    }))
}
