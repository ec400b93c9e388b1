//! Settings in manifests, changed in place: comments, order and layout stay.

mod ini;
mod json;
mod toml_text;
mod yaml;

use strsim::damerau_levenshtein;

use super::answer::{Captures, fill};
use super::error::RuleFileError;
use super::text::SettingText;
use crate::code_words::is_word;

/// One change to one setting.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) file: String,
    key: Vec<String>,
    change: Change,
    unlike: Vec<String>,
}

/// The change to a setting.
#[derive(Debug, Clone)]
pub(super) enum Change {
    Set(toml::Value),
    Rename(String),
    Remove,
    /// One more text in the list that it is.
    Add(String),
}

/// How a manifest is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Toml,
    Yaml,
    Ini,
}

impl Setting {
    pub(super) fn new(text: SettingText) -> Result<Self, RuleFileError> {
        if !text.file.ends_with('}') && Format::of(&text.file).is_none() {
            let message = format!("the format of '{}' is not known", text.file);
            return Err(RuleFileError::new(message)
                .at("setting.file")
                .hint("endings are .json, .jsonc, .toml, .yaml, .yml, .ini, .cfg, .conf"));
        }
        if text.key.is_empty() {
            return Err(RuleFileError::new("it names no setting").at("setting.key"));
        }
        let change = match (text.value, text.rename, text.remove, text.add) {
            (Some(value), None, false, None) => Change::Set(value),
            (None, Some(name), false, None) => Change::Rename(name),
            (None, None, true, None) => Change::Remove,
            (None, None, false, Some(text)) => Change::Add(text),
            _ => {
                return Err(RuleFileError::new(
                    "one of 'value', 'rename', 'add' and 'remove = true' is wanted",
                )
                .at("setting"));
            }
        };
        if matches!(change, Change::Set(toml::Value::Datetime(_))) {
            return Err(RuleFileError::new("a date is not a value of a setting").at("setting.value"));
        }
        Ok(Self {
            file: text.file,
            key: text.key,
            change,
            unlike: text.unlike,
        })
    }

    /// The manifest's text with the change; none where there is nothing to change.
    pub(super) fn apply(&self, file: &str, text: &str, captures: &Captures) -> Option<String> {
        let key: Option<Vec<String>> = self.key.iter().map(|part| fill(part, captures)).collect();
        let key = key?;
        let change = match &self.change {
            Change::Set(toml::Value::String(value)) => Change::Set(fill(value, captures)?.into()),
            Change::Add(text) => {
                let text = fill(text, captures)?;
                if !may_enter(&text, self.unlike.iter().map(String::as_str)) {
                    return None;
                }
                Change::Add(text)
            }
            other => other.clone(),
        };
        let changed = match Format::of(file)? {
            Format::Json => json::apply(text, &key, &change),
            Format::Toml => toml_text::apply(text, &key, &change),
            Format::Yaml => yaml::apply(text, &key, &change),
            Format::Ini => ini::apply(text, &key, &change),
        };
        changed.filter(|changed| changed != text)
    }
}

/// Returns whether a list may get one more text: it has none that begins with the same word, or with one that differs
/// from it by one or two keys, which may be what is meant. A plural is enough to refuse it.
fn may_enter<'l>(text: &str, mut listed: impl Iterator<Item = &'l str>) -> bool {
    let name = |text: &'_ str| {
        let end = text.find(|c: char| !is_word(c) && c != '-');
        text[..end.unwrap_or(text.len())].to_lowercase()
    };
    let new = name(text);
    listed.all(|known| {
        let known = name(known);
        known != new && (new.len().min(known.len()) < 4 || damerau_levenshtein(&known, &new) > 2)
    })
}

impl Format {
    fn of(file: &str) -> Option<Self> {
        match file.rsplit_once('.')?.1 {
            "json" | "jsonc" | "json5" => Some(Self::Json),
            "toml" => Some(Self::Toml),
            "yaml" | "yml" => Some(Self::Yaml),
            "ini" | "cfg" | "conf" => Some(Self::Ini),
            _ => None,
        }
    }
}
