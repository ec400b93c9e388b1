//! The file as it is written, and its checks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use regex_syntax::hir::Hir;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_core::{Descriptor, ErrorType, Example, Severity, Stability};

use super::error::DeclarativeError;
use super::fields::{Field, Meaning};
use super::rule::{Pattern, Repeat, Rule, Step};
use super::{Body, Declarative};
use crate::facts::{Row, Rows};

/// A declarative parser's file. Keys that are not known are refused.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) id: String,
    #[serde(default = "first_version")]
    pub(super) version: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) summary: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) docs: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) languages: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) priority: i32,
    #[serde(default = "usual_type", rename = "type")]
    pub(super) error_type: ErrorType,
    #[serde(default = "usual_severity")]
    pub(super) severity: Severity,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub(super) first_column: u32,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub(super) first_line: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) end_column_inclusive: bool,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub(super) needs_file: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) severities: BTreeMap<String, Severity>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) types: BTreeMap<String, ErrorType>,
    #[serde(default, rename = "rule")]
    pub(super) rules: Vec<RuleText>,
    #[serde(default, rename = "fact", skip_serializing_if = "Vec::is_empty")]
    pub(super) facts: Vec<Row>,
    #[serde(default, rename = "example", skip_serializing_if = "Vec::is_empty")]
    pub(super) examples: Vec<ExampleText>,
}

/// A rule: one line, or several.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleText {
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "match")]
    pub(super) pattern: Option<OneOrMore>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) groups: BTreeMap<Field, usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) severity: Option<Severity>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lines: Vec<LineText>,
}

/// A line of a rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineText {
    #[serde(rename = "match")]
    pub(super) pattern: OneOrMore,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) groups: BTreeMap<Field, usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) severity: Option<Severity>,
    #[serde(default, skip_serializing_if = "is_once")]
    pub(super) repeat: Repeat,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) each: bool,
}

/// A pattern, or several that will do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn texts(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::More(texts) => texts,
        }
    }
}

/// An output and what must be found in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExampleText {
    pub(super) title: String,
    pub(super) input: String,
    pub(super) expect: Value,
}

fn first_version() -> String {
    "0.1.0".to_owned()
}

fn usual_type() -> ErrorType {
    ErrorType::Lint
}

fn usual_severity() -> Severity {
    Severity::Error
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's attribute passes references"
)]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's attribute passes references"
)]
fn is_zero(number: &i32) -> bool {
    *number == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's attribute passes references"
)]
fn is_true(value: &bool) -> bool {
    *value
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's attribute passes references"
)]
fn is_once(repeat: &Repeat) -> bool {
    *repeat == Repeat::Once
}

pub(super) fn read(text: &str) -> Result<Declarative, DeclarativeError> {
    let file: File = toml::from_str(text)
        .map_err(|error| DeclarativeError::new(error.to_string().trim().replace('\n', "; ")))?;
    compile(file)
}

pub(super) fn compile(file: File) -> Result<Declarative, DeclarativeError> {
    check(&file)?;
    let mut rules = Vec::new();
    let mut triggers: Vec<String> = Vec::new();
    for (number, text) in (1..).zip(&file.rules) {
        let (rule, texts) = steps(text)
            .and_then(Rule::new)
            .map_err(|error| error.within(format!("rule {number}")))?;
        rules.push(rule);
        triggers.extend(texts);
    }
    triggers.sort();
    triggers.dedup();
    let facts = Rows::new(file.facts.clone());
    facts
        .check()
        .map_err(|error| DeclarativeError::new(error.to_string()))?;
    let meaning = meaning(&file, facts);
    Ok(Declarative {
        triggers: triggers.into_iter().map(|text| &*text.leak()).collect(),
        priority: file.priority,
        descriptor: descriptor(file),
        body: Arc::new(Body {
            rules: rules.into(),
            meaning,
        }),
    })
}

fn check(file: &File) -> Result<(), DeclarativeError> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    let wrong = |message: &str| Err(DeclarativeError::new(message));
    if file.id.is_empty() || !file.id.chars().all(allowed) {
        return wrong("the id is made of lower-case letters, digits, '-' and '_'");
    }
    if file.rules.is_empty() {
        return wrong("there is no [[rule]]");
    }
    if file.first_column > 1 || file.first_line > 1 {
        return wrong("the first line and the first column are 0 or 1");
    }
    Ok(())
}

fn steps(rule: &RuleText) -> Result<Vec<Step>, DeclarativeError> {
    let whole = match (&rule.pattern, rule.lines.is_empty()) {
        (Some(pattern), true) => vec![LineText {
            pattern: pattern.clone(),
            groups: rule.groups.clone(),
            severity: rule.severity,
            repeat: Repeat::Once,
            each: false,
        }],
        (None, false) => rule.lines.clone(),
        _ => return Err(DeclarativeError::new("it has either 'match' or 'lines'")),
    };
    whole.iter().map(step).collect()
}

fn step(line: &LineText) -> Result<Step, DeclarativeError> {
    let groups: Vec<(Field, usize)> = line
        .groups
        .iter()
        .map(|(field, group)| (*field, *group))
        .collect();
    let patterns = line
        .pattern
        .texts()
        .iter()
        .map(|text| pattern(text, &groups, line.severity));
    Ok(Step {
        patterns: patterns.collect::<Result<_, _>>()?,
        repeat: line.repeat,
        each: line.each,
    })
}

fn pattern(
    text: &str,
    groups: &[(Field, usize)],
    severity: Option<Severity>,
) -> Result<Pattern, DeclarativeError> {
    let wrong = |message: String| Err(DeclarativeError::new(format!("'{text}' {message}")));
    let hir: Hir = match regex_syntax::parse(text) {
        Ok(hir) => hir,
        Err(error) => {
            let said = error.to_string();
            let last = said.lines().last().unwrap_or_default();
            return wrong(format!("is no pattern: {}", last.trim_start_matches("error: ")));
        }
    };
    let most = hir.properties().explicit_captures_len();
    if let Some((_, group)) = groups.iter().find(|(_, group)| *group > most) {
        return wrong(format!("has no group {group}"));
    }
    Ok(Pattern::new(text, groups.to_vec(), severity))
}

fn meaning(file: &File, facts: Rows) -> Meaning {
    let severities = file.severities.iter();
    Meaning {
        error_type: file.error_type,
        severity: file.severity,
        severities: severities
            .map(|(word, severity)| (word.to_lowercase(), *severity))
            .collect(),
        types: file.types.clone(),
        first_column: file.first_column,
        first_line: file.first_line,
        end_inclusive: file.end_column_inclusive,
        needs_file: file.needs_file,
        facts: Arc::new(facts),
    }
}

fn descriptor(file: File) -> Descriptor {
    let examples = file.examples.into_iter().map(|example| Example {
        title: Cow::Owned(example.title),
        input: Cow::Owned(example.input),
        expected: Cow::Owned(example.expect.to_string()),
    });
    Descriptor {
        id: Cow::Owned(file.id),
        version: Cow::Owned(file.version),
        summary: Cow::Owned(file.summary),
        docs: Cow::Owned(file.docs),
        languages: file.languages.into_iter().map(Cow::Owned).collect(),
        examples: examples.collect(),
        stability: Stability::Stable,
    }
}
