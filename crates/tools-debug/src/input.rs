//! The input of a tool.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use unbreak_core::ToolError;

/// Reads a tool's input.
///
/// # Errors
/// When it does not fit, with the name of the part that does not.
pub(crate) fn read<T: DeserializeOwned>(input: Value) -> Result<T, ToolError> {
    // The path is `.` for the input as a whole, which has no name.
    serde_path_to_error::deserialize(input).map_err(|error| {
        ToolError::Input(match error.path().to_string().as_str() {
            "." => error.inner().to_string(),
            part => format!("{part}: {}", error.inner()),
        })
    })
}

/// The JSON schema of a tool's input, from its type: what callers may write, and what each part means.
pub(crate) fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    for heading in ["title", "description"] {
        schema.as_object_mut().map(|schema| schema.remove(heading));
    }
    simplify(&mut schema);
    schema
}

/// Takes out what tells a caller nothing: how wide a number is, that what may be left out may also be null, defaults
/// that say the same, and remarks on single values of an enumeration. Whoever lists the tools reads all of it.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(members) => {
            remove_noise(members);
            members.values_mut().for_each(simplify);
            join_constants(members);
            join_optional(members);
        }
        _ => {}
    }
}

fn remove_noise(members: &mut Map<String, Value>) {
    if members.get("format").is_some_and(Value::is_string) {
        members.remove("format");
    }
    if members.get("minimum").is_some_and(|least| *least == 0) {
        members.remove("minimum");
    }
    // The name of a part says what it is, and its parts say the rest.
    if members.contains_key("properties") {
        members.remove("description");
    }
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            members["type"] = kind.clone();
        }
    }
    let says_nothing =
        |value: &Value| value.is_null() || *value == false || value.as_array().is_some_and(Vec::is_empty);
    if members.get("default").is_some_and(says_nothing) {
        members.remove("default");
    }
}

/// `oneOf` constants are an `enum`.
fn join_constants(members: &mut Map<String, Value>) {
    let Some(forms) = members.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let constants: Vec<Value> = forms
        .iter()
        .filter_map(|form| form.get("const").cloned())
        .collect();
    if constants.len() == forms.len() {
        members.remove("oneOf");
        members.insert("enum".to_owned(), constants.into());
    }
}

/// `anyOf` a form and null is the form.
fn join_optional(members: &mut Map<String, Value>) {
    let Some(Value::Array(forms)) = members.get_mut("anyOf") else {
        return;
    };
    forms.retain(|form| form["type"] != "null");
    if let [Value::Object(only)] = forms.as_slice() {
        let only = only.clone();
        members.remove("anyOf");
        for (key, value) in only {
            members.entry(key).or_insert(value);
        }
    }
}
