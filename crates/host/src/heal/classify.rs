//! Determines the origin of an error that an agent meets during a task.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::redact;
use unbreak_core::{Model, ModelError, Prompt};

/// The confidence below which an error counts as external, unless the agent sets another.
pub const DEFAULT_FLOOR: u8 = 70;

/// The template that is used unless the agent has its own.
const TEMPLATE: &str = include_str!("classify.md");

/// The most bytes of each part of a prompt. Of an error, the end is the most useful.
const MOST_BYTES: usize = 8_000;

const MOST_TOKENS: u32 = 1_024;

/// An error that an agent met during a task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MidTaskError {
    /// The message, with its stack trace if there is one.
    pub error: String,
    /// The user's request.
    #[serde(default)]
    pub task: String,
    /// The tool that failed, and its input.
    #[serde(default)]
    pub tool: String,
    /// Files of the agent's own source, as far as they matter.
    #[serde(default)]
    pub source: Vec<String>,
}

impl MidTaskError {
    /// An error without further information.
    pub fn new(error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            ..Self::default()
        }
    }

    /// The same with the user's task.
    #[must_use]
    pub fn task(mut self, task: impl Into<String>) -> Self {
        self.task = task.into();
        self
    }

    /// The same with a tool.
    #[must_use]
    pub fn tool(mut self, tool: impl Into<String>) -> Self {
        self.tool = tool.into();
        self
    }

    /// The same with these files of the agent.
    #[must_use]
    pub fn source(mut self, files: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.source = files.into_iter().map(Into::into).collect();
        self
    }

    /// The JSON schema.
    pub fn schema() -> Value {
        let text = json!({ "type": "string" });
        json!({
            "type": "object",
            "required": ["error"],
            "additionalProperties": false,
            "properties": { "error": text, "task": text, "tool": text, "source": { "type": "array", "items": text } },
        })
    }
}

/// The origin of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorClass {
    /// The user's own files and input.
    UserTask,
    /// The agent's own code.
    SelfCode,
    /// Neither of them.
    External,
}

impl ErrorClass {
    /// Every class.
    pub const ALL: [Self; 3] = [Self::UserTask, Self::SelfCode, Self::External];

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UserTask => "user-task",
            Self::SelfCode => "self-code",
            Self::External => "external",
        }
    }
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A model's classification of an error, after validation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Classification {
    /// The class to act on.
    pub kind: ErrorClass,
    /// How sure the model is, from 0 to 100.
    pub confidence: u8,
    /// The reason, in the model's words.
    pub reason: String,
    /// The model's own class, if its confidence is below the floor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<ErrorClass>,
}

/// The reason why an error could not be classified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClassifyError {
    /// The template has no place for the error.
    #[error("the template has no {{{{error}}}}")]
    NoPlaceForError,
    /// The template has an unknown placeholder.
    #[error("the template names {{{{{0}}}}}, which is unknown; expected task, tool, source or error")]
    UnknownPlace(String),
    /// The floor is not from 0 to 100.
    #[error("the floor is {0}, and must be from 0 to 100")]
    Floor(u8),
    /// The error is empty.
    #[error("there is no error to classify")]
    NoError,
    /// The model gave no answer.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The answer is not a JSON object.
    #[error("the answer is not a JSON object: {0}")]
    Json(String),
    /// A part of the answer is missing, or has the wrong form.
    #[error("`{name}` of the answer must be {expected}, not {found}")]
    Field {
        /// The part.
        name: &'static str,
        /// The expected form.
        expected: &'static str,
        /// The form that was found.
        found: String,
    },
    /// The answer names an unknown kind.
    #[error("the answer's kind is '{0}', and must be user-task, self-code or external")]
    UnknownKind(String),
    /// The answer's confidence is not from 0 to 100.
    #[error("the answer's confidence is {0}, and must be a whole number from 0 to 100")]
    Confidence(String),
}

impl ClassifyError {
    /// Returns whether the question was at fault, not the answer.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::NoPlaceForError | Self::UnknownPlace(_) | Self::Floor(_) | Self::NoError
        )
    }
}

/// Determines the origin of errors with a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classifier {
    template: String,
    floor: u8,
}

impl Default for Classifier {
    fn default() -> Self {
        Self {
            template: TEMPLATE.to_owned(),
            floor: DEFAULT_FLOOR,
        }
    }
}

impl Classifier {
    /// Creates a classifier with a template and a floor.
    ///
    /// The template is a text with `{{error}}` and, optionally, `{{task}}`, `{{tool}}` and `{{source}}`.
    ///
    /// # Errors
    /// If the template has no place for the error or an unknown one, or the floor is above 100.
    pub fn new(template: impl Into<String>, floor: u8) -> Result<Self, ClassifyError> {
        let template = template.into();
        let places: Vec<&str> = places(&template).collect();
        if let Some(unknown) = places.iter().find(|place| !PLACES.contains(place)) {
            return Err(ClassifyError::UnknownPlace((*unknown).to_owned()));
        }
        if !places.contains(&"error") {
            return Err(ClassifyError::NoPlaceForError);
        }
        Self {
            template,
            ..Self::default()
        }
        .with_floor(floor)
    }

    /// The same with another floor.
    ///
    /// # Errors
    /// When the floor is above 100.
    pub fn with_floor(self, floor: u8) -> Result<Self, ClassifyError> {
        match floor {
            0..=100 => Ok(Self { floor, ..self }),
            _ => Err(ClassifyError::Floor(floor)),
        }
    }

    /// Returns the question to a model, without secrets.
    ///
    /// # Errors
    /// If the error is empty.
    pub fn prompt(&self, error: &MidTaskError) -> Result<Prompt, ClassifyError> {
        if error.error.trim().is_empty() {
            return Err(ClassifyError::NoError);
        }
        let text = filled(&self.template, |place| match place {
            "error" => end(&error.error).to_owned(),
            "task" => start(&error.task).to_owned(),
            "tool" => start(&error.tool).to_owned(),
            _ => start(&error.source.join("\n")).to_owned(),
        });
        let mut prompt = Prompt::new("", redact::redact(&text).into_owned(), MOST_TOKENS);
        prompt.schema = Some(answer_schema());
        prompt.temperature = Some(0.0);
        Ok(prompt)
    }

    /// Asks a model.
    ///
    /// # Errors
    /// If the error is empty, the model gives no answer, or its answer is refused.
    pub async fn classify(
        &self,
        model: &dyn Model,
        error: &MidTaskError,
    ) -> Result<Classification, ClassifyError> {
        let answer = model.complete(&self.prompt(error)?).await?;
        self.read(&answer.text)
    }

    /// Reads the classification in an answer: a JSON object, also inside a fence.
    ///
    /// # Errors
    /// When it is not JSON, names an unknown kind, or has a confidence outside 0 to 100.
    pub fn read(&self, answer: &str) -> Result<Classification, ClassifyError> {
        let value: Value =
            serde_json::from_str(unfenced(answer)).map_err(|error| ClassifyError::Json(error.to_string()))?;
        if !value.is_object() {
            return Err(ClassifyError::Json(format!("it is {}", short(&value))));
        }
        let said = text(&value, "kind")?;
        let kind = ErrorClass::ALL.into_iter().find(|kind| kind.name() == said);
        let kind = kind.ok_or_else(|| ClassifyError::UnknownKind(said.chars().take(80).collect()))?;
        let confidence = confidence(&value["confidence"])?;
        let reason = start(text(&value, "reason")?).to_owned();
        let is_sure = confidence >= self.floor;
        Ok(Classification {
            kind: if is_sure { kind } else { ErrorClass::External },
            confidence,
            reason: redact::redact(&reason).into_owned(),
            instead_of: (!is_sure && kind != ErrorClass::External).then_some(kind),
        })
    }
}

/// The placeholders of a template.
const PLACES: [&str; 4] = ["task", "tool", "source", "error"];

fn answer_schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["kind", "confidence", "reason"],
        "properties": {
            "kind": { "type": "string", "enum": ErrorClass::ALL.map(ErrorClass::name) },
            "confidence": { "type": "integer", "minimum": 0, "maximum": 100 },
            "reason": { "type": "string" },
        },
    })
}

/// The names between `{{` and `}}`.
fn places(template: &str) -> impl Iterator<Item = &str> {
    let parts = template.split("{{").skip(1);
    parts.filter_map(|part| Some(part.split_once("}}")?.0.trim()))
}

/// A template with its placeholders filled in. Inserted text is not searched for placeholders.
fn filled(template: &str, put: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((place, behind)) = after.split_once("}}") else {
            break;
        };
        text.push_str(before);
        text.push_str(&put(place.trim()));
        rest = behind;
    }
    text + rest
}

fn start(text: &str) -> &str {
    &text[..text.floor_char_boundary(MOST_BYTES)]
}

fn end(text: &str) -> &str {
    redact::tail(text, MOST_BYTES)
}

/// The text inside a fence, if it is all in one.
fn unfenced(answer: &str) -> &str {
    let answer = answer.trim();
    let inside = answer
        .strip_prefix("```")
        .and_then(|text| text.strip_suffix("```"));
    match inside.and_then(|text| text.split_once('\n')) {
        Some((_language, text)) => text,
        None => answer,
    }
}

fn text<'a>(value: &'a Value, name: &'static str) -> Result<&'a str, ClassifyError> {
    value[name].as_str().ok_or_else(|| ClassifyError::Field {
        name,
        expected: "a text",
        found: short(&value[name]),
    })
}

fn confidence(value: &Value) -> Result<u8, ClassifyError> {
    let number = value.as_u64().filter(|number| *number <= 100);
    number
        .and_then(|number| u8::try_from(number).ok())
        .ok_or_else(|| ClassifyError::Confidence(short(value)))
}

fn short(value: &Value) -> String {
    match value {
        Value::Null => "missing".to_owned(),
        value => value.to_string().chars().take(80).collect(),
    }
}
