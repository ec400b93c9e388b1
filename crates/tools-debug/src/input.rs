//! The input of a tool.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value;
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

/// Takes out what tells a caller nothing: how wide a number is, that what may be left out may also be null, and defaults
/// that say the same.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(members) => {
            if members.get("format").is_some_and(Value::is_string) {
                members.remove("format");
            }
            if let Some(Value::Array(kinds)) = members.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [kind] = kinds.as_slice() {
                    members["type"] = kind.clone();
                }
            }
            let says_nothing = |value: &Value| {
                value.is_null() || *value == false || value.as_array().is_some_and(Vec::is_empty)
            };
            if members.get("default").is_some_and(says_nothing) {
                members.remove("default");
            }
            members.values_mut().for_each(simplify);
            if let Some(Value::Array(mut forms)) = members.remove("anyOf") {
                forms.retain(|form| form["type"] != "null");
                match <[Value; 1]>::try_from(forms) {
                    Ok([Value::Object(only)]) => {
                        for (key, value) in only {
                            members.entry(key).or_insert(value);
                        }
                    }
                    Ok(forms) => drop(members.insert("anyOf".to_owned(), forms.to_vec().into())),
                    Err(forms) => drop(members.insert("anyOf".to_owned(), forms.into())),
                }
            }
        }
        _ => {}
    }
}
