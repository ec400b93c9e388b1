//! Rules: one rule is one kind of fault and the change that removes it, with an id of its own.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::fix::SafetyClass;
use crate::options::{Options, OptionsError};

/// The id of a rule, as LANGUAGE/FAULT/ANSWER: `python/undefined-name/misspelt`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(Cow<'static, str>);

impl RuleId {
    /// The id of a rule that is part of the program.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }
}

impl From<String> for RuleId {
    fn from(id: String) -> Self {
        Self(Cow::Owned(id))
    }
}

impl Deref for RuleId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Returns whether an id matches a pattern in which `*` stands for any text.
pub fn fits(pattern: &str, id: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == id;
    };
    let Some(id) = id.strip_prefix(head) else {
        return false;
    };
    let ends = id.char_indices().map(|(at, _)| at).chain([id.len()]);
    ends.into_iter().any(|at| fits(rest, &id[at..]))
}

/// One rule of a strategy, for listings and explanations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleDescription {
    /// Unique among all rules: `python/numpy/product`.
    pub id: String,
    /// One sentence: what is changed, and why.
    pub summary: String,
    /// The strategy or the rule file that it belongs to.
    #[serde(default)]
    pub file: String,
    /// The languages of the files that it changes; empty if it works for any.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The facts and codes that it answers, if they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
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
            answers: Vec::new(),
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
    /// The title of the example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The message of the program before the change.
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

/// The option that switches rules off.
const OFF: &str = "off";
/// The option that switches some of those on again.
const ON: &str = "on";

/// Rules that the operator switched off, by id or with `*`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    /// Rules that are not used.
    #[serde(default)]
    off: Vec<String>,
    /// Rules that are used although `off` fits them.
    #[serde(default)]
    on: Vec<String>,
}

impl Switches {
    /// The JSON schema of the options that set them.
    pub fn schema() -> Value {
        let list = |description: &str| json!({ "type": "array", "items": { "type": "string" }, "description": description });
        json!({ "type": "object", "properties": {
            OFF: list("rules that are not used, by id or with * (python/numpy/*)"),
            ON: list("rules that are used although 'off' fits them"),
        }})
    }

    /// Reads them from a strategy's options.
    ///
    /// # Errors
    /// If an option is not a list of texts.
    pub fn of(options: &Options) -> Result<Self, OptionsError> {
        Ok(Self {
            off: options.get(OFF)?.unwrap_or_default(),
            on: options.get(ON)?.unwrap_or_default(),
        })
    }

    /// Returns whether none is switched.
    pub fn is_empty(&self) -> bool {
        self.off.is_empty() && self.on.is_empty()
    }

    /// Checks that every pattern names a rule.
    ///
    /// # Errors
    /// If one names none.
    pub fn check<'a>(&self, ids: &(impl Iterator<Item = &'a str> + Clone)) -> Result<(), OptionsError> {
        match self.unknown(ids) {
            Some((option, pattern)) => Err(OptionsError::value(option, format!("no rule fits '{pattern}'"))),
            None => Ok(()),
        }
    }

    /// The first pattern that fits none of the rules, with the name of its list.
    pub fn unknown<'a>(&self, ids: &(impl Iterator<Item = &'a str> + Clone)) -> Option<(&'static str, &str)> {
        let off = self.off.iter().map(|pattern| (OFF, pattern.as_str()));
        let mut all = off.chain(self.on.iter().map(|pattern| (ON, pattern.as_str())));
        all.find(|(_, pattern)| !ids.clone().any(|id| fits(pattern, id)))
    }

    /// Returns whether a rule may be used.
    pub fn allow(&self, id: &str) -> bool {
        let named = |patterns: &[String]| patterns.iter().any(|pattern| fits(pattern, id));
        !named(&self.off) || named(&self.on)
    }
}
