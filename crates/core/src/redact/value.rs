//! Secrets in JSON.

use serde_json::{Map, Value};

use super::{REDACTED, is_secret_name, redact};

/// In a JSON schema: what is here is content of the user's own files, which is useless when anything is
/// taken out of it.
pub const VERBATIM: &str = "x-verbatim";

/// Takes secrets out of a value, wherever its schema does not say that it is [`VERBATIM`].
///
/// Beside what [`redact`] finds in texts that is what an object has under the name of a secret, and
/// the `value` of one that has such a name as its `name` or `expression`.
pub fn value(value: &mut Value, schema: &Value) {
    if schema[VERBATIM] == true {
        return;
    }
    match value {
        Value::String(text) => {
            if let std::borrow::Cow::Owned(clean) = redact(text) {
                *text = clean;
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| self::value(item, &schema["items"])),
        Value::Object(members) => object(members, &schema["properties"]),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn object(members: &mut Map<String, Value>, schemas: &Value) {
    let names_secret = ["name", "expression"]
        .iter()
        .filter_map(|key| members.get(*key)?.as_str())
        .any(is_secret_name);
    for (name, member) in members {
        match member {
            Value::String(text) if is_secret_name(name) || names_secret && name == "value" => {
                REDACTED.clone_into(text);
            }
            member => value(member, &schemas[name.as_str()]),
        }
    }
}
