//! Options of plug-ins on the command line.

use std::str::FromStr;

use serde_json::Value;

/// `ID.NAME=VALUE`
#[derive(Debug, Clone, PartialEq)]
pub struct OptionFlag {
    /// The plug-in: its id, or its kind and id.
    pub(crate) plugin: String,
    /// The option.
    pub(crate) name: String,
    /// Its value.
    pub(crate) value: Value,
}

impl FromStr for OptionFlag {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const SHAPE: &str = "write it as ID.NAME=VALUE";
        let (place, value) = text.split_once('=').ok_or(SHAPE)?;
        let (plugin, name) = place.trim().split_once('.').ok_or(SHAPE)?;
        if plugin.is_empty() || name.is_empty() {
            return Err(SHAPE);
        }
        Ok(Self {
            plugin: plugin.to_owned(),
            name: name.to_owned(),
            value: value_of(value.trim()),
        })
    }
}

/// Parses a value of TOML, as in the file; otherwise uses the text itself.
fn value_of(text: &str) -> Value {
    let written: Option<toml::Table> = toml::from_str(&format!("value = {text}")).ok();
    let value = written.and_then(|mut table| serde_json::to_value(table.remove("value")?).ok());
    value.unwrap_or_else(|| Value::from(text))
}
