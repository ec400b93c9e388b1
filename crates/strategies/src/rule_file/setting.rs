//! Settings in manifests, changed in place: comments, order and layout stay.

mod ini;
mod json;
mod toml_text;
mod yaml;

use super::answer::{Captures, fill};
use super::error::RuleFileError;
use super::text::SettingText;

/// One change to one setting.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) file: String,
    key: Vec<String>,
    change: Change,
}

/// The change to a setting.
#[derive(Debug, Clone)]
pub(super) enum Change {
    Set(toml::Value),
    Rename(String),
    Remove,
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
        let change = match (text.value, text.rename, text.remove) {
            (Some(value), None, false) => Change::Set(value),
            (None, Some(name), false) => Change::Rename(name),
            (None, None, true) => Change::Remove,
            _ => {
                return Err(
                    RuleFileError::new("one of 'value', 'rename' and 'remove = true' is wanted")
                        .at("setting"),
                );
            }
        };
        if matches!(change, Change::Set(toml::Value::Datetime(_))) {
            return Err(RuleFileError::new("a date is not a value of a setting").at("setting.value"));
        }
        Ok(Self {
            file: text.file,
            key: text.key,
            change,
        })
    }

    /// The manifest's text with the change; none where there is nothing to change.
    pub(super) fn apply(&self, file: &str, text: &str, captures: &Captures) -> Option<String> {
        let key: Option<Vec<String>> = self.key.iter().map(|part| fill(part, captures)).collect();
        let key = key?;
        let change = match &self.change {
            Change::Set(toml::Value::String(value)) => Change::Set(fill(value, captures)?.into()),
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
