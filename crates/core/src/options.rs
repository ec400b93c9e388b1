//! Options that an operator sets for a plug-in, by name.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The options of one plug-in: names and values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(Map<String, Value>);

impl Options {
    /// The value of an option, if it is set.
    ///
    /// # Errors
    /// If it is not of this type.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, OptionsError> {
        let value = self.0.get(name).cloned();
        let read = value.map(serde_json::from_value).transpose();
        read.map_err(|error| OptionsError::Value {
            name: name.to_owned(),
            reason: error.to_string(),
        })
    }

    /// Sets an option.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    /// Sets all options that are set in `other`.
    pub fn extend(&mut self, other: &Self) {
        let others = other.0.iter();
        self.0
            .extend(others.map(|(name, value)| (name.clone(), value.clone())));
    }

    /// Returns whether no option is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each name and its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Checks that each option is among the `properties` of a JSON schema.
    ///
    /// # Errors
    /// If one is not, or there is no schema.
    pub fn check(&self, schema: Option<&Value>) -> Result<(), OptionsError> {
        let Some(schema) = schema else {
            return Err(OptionsError::None);
        };
        let known = names(schema);
        match self.0.keys().find(|name| !known.contains(name)) {
            Some(name) => Err(OptionsError::Unknown {
                name: name.clone(),
                known,
            }),
            None => Ok(()),
        }
    }
}

impl From<Map<String, Value>> for Options {
    fn from(map: Map<String, Value>) -> Self {
        Self(map)
    }
}

fn names(schema: &Value) -> Vec<String> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, _)| name.clone()).collect()
}

/// The reason why a plug-in refuses its options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// The plug-in has no options.
    #[error("it has no options")]
    None,
    /// The plug-in has no option of this name.
    #[error("it has no option '{name}'")]
    Unknown {
        /// The name.
        name: String,
        /// The names of its options.
        known: Vec<String>,
    },
    /// The value is not valid for the option.
    #[error("the option '{name}': {reason}")]
    Value {
        /// The option's name.
        name: String,
        /// The reason why it is invalid.
        reason: String,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl OptionsError {
    /// An error about a value that is not valid for its option.
    pub fn value(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Value {
            name: name.into(),
            reason: reason.into(),
        }
    }
}
