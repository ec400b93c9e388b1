//! The self-description of a rule. A rule is one kind of change that a strategy knows, with its own id.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fix::SafetyClass;

/// One rule of a strategy, for listings and explanations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleDescription {
    /// Unique among all rules: `python/numpy/product`.
    pub id: String,
    /// One sentence: what is changed, and why.
    pub summary: String,
    /// The id of the rule file that defines it.
    #[serde(default)]
    pub file: String,
    /// The languages of the files that it changes.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The best class that its changes can have.
    pub safety: SafetyClass,
    /// The package that it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The registry of that package: `pypi`, `npm`, `crates.io`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ecosystem: Option<String>,
    /// The version in which the old form was removed or changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The version of the package that its examples were run with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<String>,
    /// Packages that its examples need besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// Where the change is documented.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Examples of its changes.
    #[serde(default)]
    pub examples: Vec<RuleExample>,
}

impl RuleDescription {
    /// An enabled, safe rule without examples.
    pub fn new(id: impl Into<String>, summary: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            summary: summary.into(),
            file: String::new(),
            languages: Vec::new(),
            safety: SafetyClass::Safe,
            package: None,
            ecosystem: None,
            since: None,
            checked: None,
            needs: Vec::new(),
            source: None,
            enabled: true,
            examples: Vec::new(),
        }
    }
}

/// Files before and after a rule's change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleExample {
    /// What it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the program prints before the change.
    pub message: String,
    /// Texts by file name.
    pub before: BTreeMap<String, String>,
    /// The same after the change.
    pub after: BTreeMap<String, String>,
    /// Arguments for the interpreter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Whether the files can be run: the old ones must fail, the new ones pass.
    pub runs: bool,
}

impl RuleExample {
    /// An example without files yet.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            title: None,
            message: message.into(),
            before: BTreeMap::new(),
            after: BTreeMap::new(),
            arguments: Vec::new(),
            runs: true,
        }
    }
}
