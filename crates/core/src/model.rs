//! Language models: the question, the answer, and the trait for anything that answers.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::capability::CapabilityError;

/// Answers prompts.
#[async_trait]
pub trait Model: Send + Sync {
    /// The model's name, for reports.
    fn name(&self) -> &str;

    /// The size of prompts and answers that it can handle.
    fn limits(&self) -> ModelLimits {
        ModelLimits::default()
    }

    /// Answers one prompt. Dropping the future ends the request and closes its connection.
    ///
    /// # Errors
    /// If the model cannot be reached, refuses, or a budget is used up.
    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError>;
}

/// The size of prompts and answers, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelLimits {
    /// The most tokens of a prompt and its answer together.
    pub context_tokens: u32,
    /// The most tokens of an answer.
    pub answer_tokens: u32,
}

impl ModelLimits {
    /// Limits with these values.
    pub const fn new(context_tokens: u32, answer_tokens: u32) -> Self {
        Self {
            context_tokens,
            answer_tokens,
        }
    }
}

impl Default for ModelLimits {
    /// 32,768 and 4,096: what small local models handle.
    fn default() -> Self {
        Self::new(32_768, 4_096)
    }
}

/// A question to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Prompt {
    /// The standing instructions.
    pub system: String,
    /// Earlier questions and answers of the same conversation, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// The question.
    pub user: String,
    /// A JSON schema that the answer must satisfy, if it is to be JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<serde_json::Value>,
    /// The most tokens the answer may have.
    pub max_tokens: u32,
    /// How much answers to the same question vary, from 0; the provider's default if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
}

impl Prompt {
    /// A question without earlier turns, whose answer is text.
    pub fn new(system: impl Into<String>, user: impl Into<String>, max_tokens: u32) -> Self {
        Self {
            system: system.into(),
            turns: Vec::new(),
            user: user.into(),
            schema: None,
            max_tokens,
            temperature: None,
        }
    }

    /// The same conversation after this answer, with the next question.
    #[must_use]
    pub fn then(mut self, answer: impl Into<String>, user: impl Into<String>) -> Self {
        let question = std::mem::replace(&mut self.user, user.into());
        self.turns.push(Turn::new(Speaker::User, question));
        self.turns.push(Turn::new(Speaker::Model, answer));
        self
    }

    /// The size as estimated before sending: bytes / 4. Billing uses the provider's count.
    pub fn estimated_tokens(&self) -> u64 {
        let turns = self.turns.iter().map(|turn| turn.text.len()).sum::<usize>();
        let schema = self.schema.as_ref().map_or(0, |schema| schema.to_string().len());
        estimated_tokens_of(self.system.len() + turns + self.user.len() + schema)
    }
}

/// The estimated number of tokens of a text of this many bytes: one for each four, rounded up.
pub const fn estimated_tokens_of(bytes: usize) -> u64 {
    bytes.div_ceil(4) as u64
}

/// A part of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Turn {
    /// The speaker.
    pub speaker: Speaker,
    /// The text.
    pub text: String,
}

impl Turn {
    /// A part said by `speaker`.
    pub fn new(speaker: Speaker, text: impl Into<String>) -> Self {
        Self {
            speaker,
            text: text.into(),
        }
    }
}

/// One side of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// The asking side.
    User,
    /// The model.
    Model,
}

/// A model's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Completion {
    /// The text.
    pub text: String,
    /// Tokens read, as the provider counts them.
    pub input_tokens: u64,
    /// Tokens written, as the provider counts them.
    pub output_tokens: u64,
    /// The reason why it ended there.
    #[serde(default)]
    pub stop: StopReason,
}

impl Completion {
    /// A complete answer.
    pub fn new(text: impl Into<String>, input_tokens: u64, output_tokens: u64) -> Self {
        Self {
            text: text.into(),
            input_tokens,
            output_tokens,
            stop: StopReason::End,
        }
    }

    /// Tokens read and written.
    pub const fn tokens(&self) -> u64 {
        self.input_tokens + self.output_tokens
    }
}

/// The reason why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StopReason {
    /// It is complete.
    #[default]
    End,
    /// It was cut off at its limit.
    Length,
}

/// The reason why there is no answer.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
#[error("model {model}: {message}{}{hint}", if hint.is_empty() { "" } else { "; " })]
#[non_exhaustive]
pub struct ModelError {
    /// The model's name.
    pub model: String,
    /// The kind of failure.
    pub kind: ModelErrorKind,
    /// The error message, without secrets.
    pub message: String,
    /// A hint what to do about it; may be empty.
    pub hint: String,
}

impl ModelError {
    /// A failure of this kind.
    pub fn new(model: impl Into<String>, kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self {
            model: model.into(),
            kind,
            message: message.into(),
            hint: String::new(),
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl From<ModelError> for CapabilityError {
    fn from(error: ModelError) -> Self {
        match error.kind {
            ModelErrorKind::Cancelled => Self::Cancelled,
            _ => Self::Other(error.to_string()),
        }
    }
}

/// The kinds of failures of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// No connection, or the answer broke off, also after retries.
    Unreachable,
    /// Too many requests or too much load, also after retries.
    RateLimited,
    /// The key is missing or not accepted.
    Unauthorized,
    /// The provider rejects the request: an unknown model, a malformed body.
    Rejected,
    /// The prompt is longer than the model accepts.
    TooLong,
    /// The model or its provider declines to answer.
    Declined,
    /// The answer is not in the provider's format.
    Malformed,
    /// The configuration cannot work.
    Configuration,
    /// The run's budget of tokens or cost is used up.
    BudgetExhausted,
    /// The operator interrupted the run.
    Cancelled,
}
