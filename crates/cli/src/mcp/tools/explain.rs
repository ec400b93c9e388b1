//! `explain`: describes a parser, strategy or tool.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;
use crate::near::did_you_mean;
use crate::plugins;

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "explain",
    title: "Explain a plug-in or a rule",
    description: "Describes a parser, fix strategy, debug tool or rule. Without an id, lists the plug-ins.",
    effect: Effect::Reads,
    input: schema::<Input>,
    result: schema::<Explained>,
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Its id.
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    kind: Option<Kind>,
    /// Directory whose plug-ins are meant; otherwise the first root.
    #[serde(default)]
    workspace: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Parser,
    Strategy,
    Tool,
}

/// Only one of these is given.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Explained {
    /// The descriptions of the id: it may name both a parser and a strategy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plugins: Vec<Value>,
    /// The rule of this id.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Value>,
    /// Each id with its kind and its summary.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list: Vec<String>,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    let shared = call.shared;
    Ok(Box::new(move |_| {
        let registry = plugins::registry(&directory, &shared.settings.plugins)?;
        let entries = registry.entries();
        let kind = input.kind.map(|kind| match kind {
            Kind::Parser => unbreak_core::registry::Kind::Parser,
            Kind::Strategy => unbreak_core::registry::Kind::Strategy,
            Kind::Tool => unbreak_core::registry::Kind::Tool,
        });
        let wanted = entries
            .iter()
            .filter(|entry| kind.is_none_or(|kind| entry.kind == kind));
        let Some(id) = &input.id else {
            let list: Vec<String> = wanted
                .map(|entry| {
                    let about = &entry.descriptor;
                    format!("{} ({}): {}", about.id, entry.kind, about.summary)
                })
                .collect();
            let text = list.join("\n");
            let explained = Explained {
                list,
                ..Explained::default()
            };
            return Ok(Answer::of(text, super::value(&explained)?, &shared.documents));
        };
        let found = wanted.filter(|entry| entry.descriptor.id == id.as_str());
        let plugins: Vec<Value> = found.map(super::value).collect::<Result<_, _>>()?;
        if let Some(rule) = registry.rules().into_iter().find(|rule| rule.id == *id) {
            let text = format!("{} (rule, {})\n{}", rule.id, rule.safety, rule.summary);
            let explained = Explained {
                rule: Some(super::value(&rule)?),
                ..Explained::default()
            };
            return Ok(Answer::of(text, super::value(&explained)?, &shared.documents));
        }
        if plugins.is_empty() {
            let known = entries.iter().map(|entry| entry.descriptor.id.as_ref());
            return Err(
                CliError::usage(format!("there is no parser, strategy or tool called '{id}'"))
                    .hint(did_you_mean(id, known))
                    .hint("without an id, `explain` lists them".to_owned()),
            );
        }
        let text = plugins.iter().map(text).collect::<Vec<_>>().join("\n\n");
        let explained = Explained {
            plugins,
            ..Explained::default()
        };
        Ok(Answer::of(text, super::value(&explained)?, &shared.documents))
    }))
}

/// The description of one, for people.
fn text(entry: &Value) -> String {
    let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    format!(
        "{} ({})\n{}\n\n{}",
        text("id"),
        text("kind"),
        text("summary"),
        text("docs")
    )
}
