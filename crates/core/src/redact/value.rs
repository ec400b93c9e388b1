//! Secrets in JSON.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{REDACTED, names, of_words, redact, replaced};

/// In a JSON schema: marks content of the user's own files, which redaction would make useless.
pub const VERBATIM: &str = "x-verbatim";

/// Removes secrets from a value, except where its schema marks it as [`VERBATIM`].
///
/// Besides the secrets that [`redact`] finds in texts, these are: the value under the name of a secret in an
/// object, the `value` of an object that has such a name as its `name` or `expression`, and, in a list of
/// texts that may be a command, the text after an option for a secret.
pub fn value(value: &mut Value, schema: &Value) {
    if schema[VERBATIM] == true {
        return;
    }
    match value {
        Value::String(text) => clean(text),
        Value::Array(items) => array(items, &schema["items"]),
        Value::Object(members) => object(members, &schema["properties"]),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The same value for storage: without secrets anywhere in it.
///
/// Everything that is stored on the disk passes through here, so that a new field of a type is redacted
/// automatically.
///
/// # Errors
/// If the value cannot be written as JSON, or not be read back after redaction.
pub fn kept<T: Serialize + DeserializeOwned>(kept: &T) -> serde_json::Result<T> {
    let mut json = serde_json::to_value(kept)?;
    value(&mut json, &Value::Null);
    serde_json::from_value(json)
}

fn clean(text: &mut String) {
    if let Cow::Owned(clean) = redact(text) {
        *text = clean;
    }
}

fn array(items: &mut [Value], schema: &Value) {
    let words: Vec<&str> = items
        .iter()
        .map(|item| item.as_str().unwrap_or_default())
        .collect();
    let mut found = of_words(&words);
    // From the end, so that a replacement does not move the ones that follow.
    found.sort_unstable_by(|(one, a), (other, b)| (other, b.start).cmp(&(one, a.start)));
    for (index, part) in found {
        if let Value::String(text) = &mut items[index]
            && schema[VERBATIM] != true
            && part.end <= text.len()
            && text.is_char_boundary(part.start)
            && text.is_char_boundary(part.end)
        {
            *text = replaced(text, &[part]).into_owned();
        }
    }
    items.iter_mut().for_each(|item| value(item, schema));
}

fn object(members: &mut Map<String, Value>, schemas: &Value) {
    let name = ["name", "expression"]
        .iter()
        .find_map(|key| members.get(*key)?.as_str())
        .map(str::to_owned);
    let secret_key = |key: &String| redact(key).as_ref() != key;
    if members.keys().any(secret_key) {
        let renamed = std::mem::take(members).into_iter();
        members.extend(renamed.map(|(key, member)| (redact(&key).into_owned(), member)));
    }
    for (key, member) in members {
        match member {
            Value::String(text) if names::hides(key, text) => REDACTED.clone_into(text),
            Value::String(text)
                if key == "value" && name.as_deref().is_some_and(|name| names::hides(name, text)) =>
            {
                REDACTED.clone_into(text);
            }
            member => value(member, &schemas[key.as_str()]),
        }
    }
}
