//! The JSON schema of `unbreak.toml`.

use serde_json::{Map, Value, json};
use unbreak_core::registry::Entry;
use unbreak_core::{SandboxMode, Switches};

/// The schema, with the ids and options of the existing plug-ins.
pub(crate) fn schema(entries: &[Entry]) -> Value {
    let mut ids: Vec<&str> = entries.iter().map(|entry| entry.descriptor.id.as_ref()).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = json!({
        "type": "array",
        "items": {"anyOf": [{"enum": ids}, {"type": "string", "pattern": "^(parser|strategy|tool):"}]},
    });
    let about = |what: &str, mut schema: Value| {
        schema["description"] = what.into();
        schema
    };
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "unbreak.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "plugins": {
                "description": "which plug-ins are used, by id, or by kind and id where two share one: strategy:ID",
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "off": about("switched off, wherever they come from", names.clone()),
                    "order": about("these go before all others of their kind, in this order", names),
                },
            },
            "rules": {
                "description": "which rules of strategies are used; 'unbreak list rules' shows them",
                "type": "object",
                "additionalProperties": false,
                "properties": Switches::schema()["properties"],
            },
            "sandbox": {
                "description": "what the commands that are run are kept from",
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "mode": {
                        "description": "auto: the best sandbox that the system has; strict: only a full one, without the network; off: none",
                        "enum": SandboxMode::ALL.map(SandboxMode::name),
                        "default": SandboxMode::default().name(),
                    },
                    "net": {
                        "description": "whether commands have the network; if nothing is said they have it unless the mode is strict",
                        "type": "boolean",
                    },
                    "writable": {
                        "description": "files and directories elsewhere that commands may write: relative to this file, or to your home (~/)",
                        "type": "array",
                        "items": {"type": "string"},
                    },
                },
            },
            "options": {
                "description": "options of each plug-in, by id; 'unbreak explain ID' shows them",
                "type": "object",
                "properties": options(entries),
                "additionalProperties": {"type": "object"},
            },
        },
    });
    #[cfg(feature = "models")]
    let schema = with_models(schema);
    schema
}

#[cfg(feature = "models")]
fn with_models(mut schema: Value) -> Value {
    use unbreak_core::policy::escalation::EscalationPolicy;
    use unbreak_host::model::{DEFAULT_BUDGET_COST, DEFAULT_SAMPLES};
    let policy = EscalationPolicy::default();
    schema["properties"]["models"] = json!({
        "description": "language models, by names of your choice; only in your own file, not in a project's",
        "type": "object",
        "additionalProperties": unbreak_models::ModelConfig::schema(),
    });
    schema["properties"]["model"] = json!({
        "description": "which language models are asked, and what they may cost; a project's file can only lower this",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "tiers": {
                "description": "the models that a run may ask, the first one first; none if nothing is said",
                "type": "array",
                "items": {"type": "string"},
            },
            "samples": {
                "description": "how many answers are asked for each question about a fix",
                "type": "integer",
                "minimum": 1,
                "default": DEFAULT_SAMPLES,
            },
            "budget_tokens": {
                "description": "the most tokens, read and written, of a run",
                "type": "integer",
                "minimum": 0,
            },
            "budget_cost": {
                "description": "the most dollars of a run, or \"none\" for no limit",
                "anyOf": [{"type": "number", "minimum": 0}, {"const": "none"}],
                "default": DEFAULT_BUDGET_COST,
            },
            "attempts": {
                "description": "the most attempts to repair one cause",
                "type": "integer",
                "minimum": 1,
                "default": policy.max_attempts,
            },
            "replans": {
                "description": "the most new plans for one cause",
                "type": "integer",
                "minimum": 0,
                "default": policy.max_replans,
            },
            "hint_share": {
                "description": "the share of the attempts that hints get before a tactical failure may lead to a new plan",
                "type": "number",
                "minimum": 0,
                "maximum": 1,
                "default": policy.hint_share,
            },
            "categories": {
                "description": "which failures of attempts are tactical and which strategic, by category",
                "type": "object",
                "additionalProperties": {"enum": ["tactical", "strategic"]},
            },
        },
    });
    schema
}

fn options(entries: &[Entry]) -> Map<String, Value> {
    let schemas = entries.iter().filter_map(|entry| {
        let schema = entry.options_schema.clone()?;
        Some((entry.descriptor.id.to_string(), schema))
    });
    schemas.collect()
}

/// The keys of the file, or of a table in it; for `models`, the keys of each model.
pub(super) fn keys(table: &str) -> Vec<String> {
    let schema = schema(&[]);
    let part = match table {
        "" => &schema,
        "models" => &schema["properties"][table]["additionalProperties"],
        table => &schema["properties"][table],
    };
    let properties = part["properties"].as_object().into_iter().flatten();
    properties.map(|(key, _)| key.clone()).collect()
}
