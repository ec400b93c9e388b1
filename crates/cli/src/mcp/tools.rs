//! The tools that a client can call: their descriptions, and the work of a call.

mod debug_tool;
mod explain;
mod history;
mod job;
mod parse;
#[cfg(feature = "store")]
mod patterns;
mod policy;
mod run;
mod session;
mod undo;

use std::path::PathBuf;
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

pub(super) use self::job::{NAME as JOB, input as job_input};
use super::answer;
use super::job::Work;
use super::roots::Roots;
use super::shared::Shared;
use crate::error::CliError;

/// A call of a tool, as received.
pub(super) struct Call {
    /// The state of the server.
    pub(super) shared: Arc<Shared>,
    /// The allowed directories.
    pub(super) roots: Roots,
    /// The client's arguments.
    pub(super) arguments: Map<String, Value>,
}

/// The effect of a tool (`ToolAnnotations` of the protocol).
#[derive(Debug, Clone, Copy)]
enum Effect {
    /// It reads.
    Reads,
    /// It runs commands or stores its own data, and leaves the workspace unchanged.
    Experiments,
    /// It changes the workspace, or forgets something.
    Changes,
}

/// A tool that is not a debug tool.
struct BuiltIn {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    effect: Effect,
    input: fn() -> Value,
    result: fn() -> Value,
    work: fn(Call) -> Result<Work, CliError>,
}

/// The built-in ones, in the order of listing.
const BUILT_IN: &[BuiltIn] = &[
    run::TOOL,
    parse::TOOL,
    explain::TOOL,
    history::TOOL,
    undo::TOOL,
    session::TOOL,
    policy::TOOL,
    #[cfg(feature = "store")]
    patterns::TOOL,
    job::TOOL,
];

/// The tools of a workspace: the built-in ones, and its debug tools.
///
/// # Errors
/// If the workspace cannot be opened.
pub(super) fn list(shared: &Shared, roots: &Roots) -> Result<Vec<Tool>, CliError> {
    let agent = shared.agent(&roots.workspace(None)?)?;
    let built_in = BUILT_IN.iter().map(BuiltIn::described);
    let debug_tools = agent
        .registry()
        .tools()
        .map(|tool| debug_tool::described_tool(&**tool));
    Ok(built_in.chain(debug_tools).collect())
}

/// The work of a call of the tool with this name; `None` if there is no such tool.
pub(super) fn work(name: &str, call: Call) -> Result<Option<Work>, CliError> {
    match BUILT_IN.iter().find(|tool| tool.name == name) {
        Some(tool) => (tool.work)(call).map(Some),
        None => debug_tool::work(name, call),
    }
}

/// The names of all tools, for suggestions.
pub(super) fn names(shared: &Shared, roots: &Roots) -> Vec<String> {
    let tools = list(shared, roots).unwrap_or_default();
    tools.into_iter().map(|tool| tool.name.into_owned()).collect()
}

impl BuiltIn {
    fn described(&self) -> Tool {
        described(
            self.name,
            Some(self.title),
            self.description,
            self.effect,
            (self.input)(),
            &shallow(&(self.result)(), 2),
        )
    }
}

fn described(
    name: &str,
    title: Option<&str>,
    description: &str,
    effect: Effect,
    input: Value,
    result: &Value,
) -> Tool {
    let mut input = input;
    plain(&mut input);
    let input = match input {
        Value::Object(fields) => fields,
        _ => JsonObject::new(),
    };
    let mut tool = Tool::new(name.to_owned(), description.to_owned(), Arc::new(input));
    tool.title = title.map(str::to_owned);
    tool.output_schema = Some(Arc::new(answer::schema(result)));
    tool.annotations = Some(match effect {
        Effect::Reads => ToolAnnotations::new()
            .read_only(true)
            .idempotent(true)
            .open_world(false),
        Effect::Experiments => ToolAnnotations::new().read_only(false).destructive(false),
        Effect::Changes => ToolAnnotations::new().read_only(false).destructive(true),
    });
    tool
}

/// Reads the arguments of a call.
///
/// # Errors
/// If they are invalid; the error names the part.
fn arguments<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, CliError> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let said = error.inner().to_string();
        CliError::usage(match path.as_str() {
            "." => format!("the arguments do not fit: {said}"),
            path => format!("the argument {path} does not fit: {said}"),
        })
        .hint("the tool's input schema says what may be given".to_owned())
    })
}

/// The directory of a call, as named in its arguments.
fn directory(call: &Call, named: Option<&String>) -> Result<PathBuf, CliError> {
    call.roots.workspace(named.map(String::as_str))
}

/// A part of a result as JSON.
fn value(part: &impl Serialize) -> Result<Value, CliError> {
    serde_json::to_value(part).map_err(|error| CliError::failed("the result is not JSON").caused_by(&error))
}

/// Runs a slow operation on the thread of the job.
fn block_on<T>(work: impl Future<Output = T>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::failed("the call could not be started").caused_by(&error))?;
    Ok(runtime.block_on(work))
}

/// The schema of a type, without references.
fn schema<T: JsonSchema>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Parts of an input's schema that readers do not need, because the tool checks them and reports errors. A
/// client pays for every word of the schema in every conversation.
const NEEDLESS: [&str; 9] = [
    "$schema",
    "additionalProperties",
    "default",
    "exclusiveMinimum",
    "format",
    "maximum",
    "minItems",
    "minimum",
    "title",
];

/// Removes the parts that readers do not need, and the null of optional values.
fn plain(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    NEEDLESS
        .iter()
        .for_each(|needless| drop(fields.remove(*needless)));
    if fields.get("required") == Some(&json!([])) {
        fields.remove("required");
    }
    if let Some(Value::Array(forms)) = fields.get_mut("anyOf") {
        forms.retain(|form| form != &json!({ "type": "null" }));
        if let [Value::Object(only)] = forms.as_slice() {
            let only = only.clone();
            fields.remove("anyOf");
            fields.extend(only);
        }
    }
    for (keyword, null) in [("type", json!("null")), ("enum", Value::Null)] {
        if let Some(Value::Array(options)) = fields.get_mut(keyword) {
            options.retain(|option| option != &null);
        }
    }
    if let Some(Value::Array(types)) = fields.get("type")
        && let [only] = types.as_slice()
    {
        let only = only.clone();
        fields.insert("type".to_owned(), only);
    }
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.values_mut().for_each(plain);
    }
    if let Some(items) = fields.get_mut("items") {
        plain(items);
    }
}

/// The schema of a result without descriptions, cut at a depth: deeper values may be anything of their type.
fn shallow(schema: &Value, depth: usize) -> Value {
    let Some(fields) = schema.as_object() else {
        return schema.clone();
    };
    let below = |schema: &Value| shallow(schema, depth - 1);
    let mut kept = Map::new();
    for (name, value) in fields {
        let part = match (name.as_str(), value) {
            ("type" | "enum" | "const", _) => value.clone(),
            ("properties", Value::Object(properties)) if depth > 0 => properties
                .iter()
                .map(|(name, schema)| (name.clone(), below(schema)))
                .collect(),
            ("items", _) if depth > 0 => below(value),
            _ => continue,
        };
        kept.insert(name.clone(), part);
    }
    Value::Object(kept)
}
