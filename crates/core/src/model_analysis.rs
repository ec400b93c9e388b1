//! A model's analysis of a failure: requested as JSON, and validated here regardless of what the provider
//! promised.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::fix::Confidence;
use crate::path::RelPath;

/// The confidence of an analysis that could not be validated.
pub const UNVALIDATED: f64 = 0.3;

/// The root cause of a failure, and possible repairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelAnalysis {
    /// The root cause in words.
    pub root_cause: String,
    /// The condition that holds once it is repaired.
    pub goal: String,
    /// Possible repairs, the best first.
    pub strategies: Vec<ProposedStrategy>,
    /// Workspace files that matter.
    pub related_files: Vec<RelPath>,
    /// The confidence in the root cause.
    pub confidence: Confidence,
}

/// A way to repair a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposedStrategy {
    /// Its kind.
    pub kind: ProposedKind,
    /// The action, in a word or two.
    pub action: String,
    /// The same with the particulars.
    pub description: String,
}

/// The kinds of repairs that a model may propose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProposedKind {
    /// An edit of source code.
    CodeEdit,
    /// A missing import, include or dependency.
    Import,
    /// A change of configuration.
    Configuration,
    /// Nothing that a program can do.
    ManualReview,
}

impl ProposedKind {
    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CodeEdit => "code_edit",
            Self::Import => "import",
            Self::Configuration => "configuration",
            Self::ManualReview => "manual_review",
        }
    }
}

/// The most strategies, files and characters of a text that are accepted.
const MOST_STRATEGIES: usize = 5;
const MOST_FILES: usize = 20;
const MOST_CHARACTERS: usize = 2_000;

impl ModelAnalysis {
    /// The JSON schema of an answer.
    pub fn schema() -> Value {
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["root_cause", "goal", "strategies", "related_files", "confidence"],
            "properties": {
                "root_cause": {"type": "string"},
                "goal": {"type": "string"},
                "strategies": {"type": "array", "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["kind", "action", "description"],
                    "properties": {
                        "kind": {"type": "string", "enum": ["code_edit", "import", "configuration", "manual_review"]},
                        "action": {"type": "string"},
                        "description": {"type": "string"},
                    },
                }},
                "related_files": {"type": "array", "items": {"type": "string"}},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            },
        })
    }

    /// The analysis in an answer: a JSON object, also inside a fence or after some words.
    ///
    /// # Errors
    /// All faults of the answer, for a repair prompt.
    pub fn read(answer: &str) -> Result<Self, Vec<String>> {
        let value =
            object_in(answer).ok_or_else(|| vec!["the answer has no complete JSON object".to_owned()])?;
        let mut faults = Vec::new();
        let text = |name: &str, faults: &mut Vec<String>| match value[name].as_str() {
            Some(text) if !text.trim().is_empty() => bounded(text),
            _ => {
                faults.push(format!("`{name}` must be a text that is not empty"));
                String::new()
            }
        };
        let root_cause = text("root_cause", &mut faults);
        let goal = text("goal", &mut faults);
        let confidence = confidence(&value["confidence"], &mut faults);
        let strategies = strategies(&value["strategies"], &mut faults);
        let related_files = files(&value["related_files"], &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self {
            root_cause,
            goal,
            strategies,
            related_files,
            confidence: Confidence::new(confidence),
        })
    }

    /// The stand-in for an answer that could not be validated: a person has to look.
    pub fn manual_review(why: &str) -> Self {
        Self {
            root_cause: String::new(),
            goal: String::new(),
            strategies: vec![ProposedStrategy {
                kind: ProposedKind::ManualReview,
                action: "review".to_owned(),
                description: format!("the model's analysis could not be used: {}", bounded(why)),
            }],
            related_files: Vec::new(),
            confidence: Confidence::new(UNVALIDATED),
        }
    }

    /// Returns whether it is the stand-in for an answer that could not be validated.
    pub fn is_manual_review(&self) -> bool {
        self.root_cause.is_empty()
    }
}

fn bounded(text: &str) -> String {
    text.trim().chars().take(MOST_CHARACTERS).collect()
}

/// The first complete JSON object of a text.
fn object_in(text: &str) -> Option<Value> {
    let starts = text.match_indices('{').map(|(at, _)| at);
    starts.take(MOST_FILES).find_map(|at| {
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        values
            .next()?
            .ok()
            .filter(|value| value.get("root_cause").is_some())
    })
}

/// Servers' grammars do not enforce bounds of numbers: answers such as 6041385044462 were seen.
fn confidence(value: &Value, faults: &mut Vec<String>) -> f64 {
    let number = value.as_f64().filter(|number| (0.0..=1.0).contains(number));
    number.unwrap_or_else(|| {
        faults.push(format!(
            "`confidence` must be a number from 0 to 1, not {}",
            short(value)
        ));
        0.0
    })
}

fn strategies(value: &Value, faults: &mut Vec<String>) -> Vec<ProposedStrategy> {
    let Some(items) = value.as_array().filter(|items| !items.is_empty()) else {
        faults.push("`strategies` must be a list that is not empty".to_owned());
        return Vec::new();
    };
    let mut read = Vec::new();
    for (index, item) in items.iter().take(MOST_STRATEGIES).enumerate() {
        match ProposedStrategy::deserialize(item) {
            Ok(mut strategy) => {
                strategy.action = bounded(&strategy.action);
                strategy.description = bounded(&strategy.description);
                read.push(strategy);
            }
            Err(error) => faults.push(format!("`strategies[{index}]`: {error}")),
        }
    }
    read
}

fn files(value: &Value, faults: &mut Vec<String>) -> Vec<RelPath> {
    let Some(items) = value.as_array() else {
        faults.push("`related_files` must be a list of paths".to_owned());
        return Vec::new();
    };
    let mut files = Vec::new();
    for item in items.iter().take(MOST_FILES) {
        match item.as_str().map(RelPath::new) {
            Some(Ok(file)) => files.push(file),
            _ => faults.push(format!(
                "`related_files`: {} is not a path inside the project",
                short(item)
            )),
        }
    }
    files
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(80).collect()
}
