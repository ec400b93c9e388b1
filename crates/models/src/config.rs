//! The operator's configuration of a model.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use unbreak_core::{Command, Model, ModelError, ModelErrorKind, ModelLimits, Runner};

#[cfg(feature = "http")]
use crate::key::KeySource;
use crate::provider::{Opening, Provider, providers};

/// One `[models.NAME]`. Every key except `provider` is optional here; a provider declares which keys it needs
/// and which it accepts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ModelConfig {
    /// The id of a [`Provider`].
    pub provider: String,
    /// The model, as the provider names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The base address of the provider's API, if not its usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Headers sent with each request. A key does not belong here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<BTreeMap<String, String>>,
    /// The variable of the environment that holds the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// A program that prints the key, and its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_command: Option<Vec<String>>,
    /// The header that carries the key alone, if not the provider's usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_header: Option<String>,
    /// Whether plain HTTP to another machine is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insecure: Option<bool>,
    /// Members of the request's body, in addition to the usual ones or replacing them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Map<String, Value>>,
    /// The most tokens of a prompt and its answer together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u32>,
    /// The most tokens of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_tokens: Option<u32>,
    /// The time limit of an answer, as in `90s` or `10m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<String>,
    /// The longest silence of a server, before or in an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_timeout: Option<String>,
    /// How often a failed request is sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Dollars per million tokens of prompts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_input: Option<f64>,
    /// Dollars per million tokens of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_output: Option<f64>,
    /// A program and its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// The form of the program's input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Input>,
    /// The recording to answer from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// A file that the conversation is recorded to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<PathBuf>,
}

/// The form in which a program receives the prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// As text, in reading order.
    #[default]
    Text,
    /// As [`unbreak_core::Prompt`] in JSON.
    Json,
}

impl ModelConfig {
    /// A model of this provider.
    pub fn new(provider: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            ..Self::default()
        }
    }

    /// Opens the model. It is called `name` in reports and errors; `runner` runs the programs that it needs.
    ///
    /// # Errors
    /// If the configuration is invalid. A missing key is an error of the first question only.
    pub fn open(&self, name: &str, runner: Arc<dyn Runner>) -> Result<Arc<dyn Model>, ModelError> {
        let provider = self.check(name)?;
        let opening = Opening {
            name,
            config: self,
            provider,
            runner,
        };
        let model = (provider.open)(&opening)?;
        match &self.record {
            Some(file) => Ok(Arc::new(crate::replay::Recorder::new(model, file))),
            None => Ok(model),
        }
    }

    /// The provider, if this program has it and it accepts every key.
    ///
    /// # Errors
    /// If that is not so.
    pub fn check(&self, name: &str) -> Result<&'static Provider, ModelError> {
        let Some(provider) = providers().find(|provider| provider.id == self.provider) else {
            let known: Vec<&str> = providers().map(|provider| provider.id).collect();
            let message = format!("there is no provider '{}'", self.provider);
            return Err(wrong(name, message).hint(format!("the providers are {}", known.join(", "))));
        };
        let foreign = self.keys().into_iter().find(|key| !provider.reads(key));
        let needed = provider
            .needs
            .iter()
            .find(|key| !self.keys().iter().any(|given| given == *key));
        match (foreign, needed) {
            (Some(key), _) => Err(wrong(
                name,
                format!("{key} means nothing to provider {}", provider.id),
            )),
            (_, Some(key)) => Err(wrong(name, format!("{key} is missing")).hint(format!(
                "provider {} needs {}",
                provider.id,
                provider.needs.join(", ")
            ))),
            _ => Ok(provider),
        }
    }

    /// The configured keys.
    fn keys(&self) -> Vec<String> {
        let given = serde_json::to_value(self).ok();
        let given = given.as_ref().and_then(Value::as_object).into_iter().flatten();
        given.map(|(key, _)| key.clone()).collect()
    }

    /// The price of its tokens, in dollars per million: of prompts, of answers. `None` if not configured.
    pub fn price(&self) -> Option<(f64, f64)> {
        let is_given = self.price_input.is_some() || self.price_output.is_some();
        is_given.then(|| (self.price_input.unwrap_or(0.0), self.price_output.unwrap_or(0.0)))
    }

    /// The variable for its key, if it is not set.
    pub fn missing_variable(&self) -> Option<String> {
        let provider = providers().find(|provider| provider.id == self.provider)?;
        let variable = self
            .key_variable(provider)
            .filter(|_| self.key_command.is_none())?;
        std::env::var_os(variable).is_none().then(|| variable.to_owned())
    }

    /// The variable that holds the key. The provider's usual one is read only for the provider's own address,
    /// so that a key is not sent to another server because of its name.
    fn key_variable<'a>(&'a self, provider: &'a Provider) -> Option<&'a str> {
        let usual = provider.key_env.filter(|_| self.base_url.is_none());
        self.key_env.as_deref().or(usual)
    }

    #[cfg(feature = "http")]
    pub(crate) fn key_source(&self, provider: &Provider) -> KeySource {
        let command = self.key_command.as_deref().and_then(command_of);
        match (command, self.key_variable(provider)) {
            (Some(command), _) => KeySource::Command(command),
            (None, Some(variable)) => KeySource::Environment(variable.to_owned()),
            (None, None) => KeySource::None,
        }
    }

    /// The size of prompts and answers.
    pub(crate) fn limits(&self, usual: ModelLimits) -> ModelLimits {
        ModelLimits::new(
            self.context_tokens.unwrap_or(usual.context_tokens),
            self.answer_tokens.unwrap_or(usual.answer_tokens),
        )
    }
}

/// Introduces a schema in words, for providers without a better way.
pub(crate) const INSTRUCTION: &str =
    "Answer with JSON alone that satisfies this schema, without a fence around it:";

/// A time as people write it; a plain number counts seconds.
pub(crate) fn time(
    name: &str,
    key: &str,
    given: Option<&String>,
    usual: Duration,
) -> Result<Duration, ModelError> {
    let Some(text) = given else {
        return Ok(usual);
    };
    let seconds = text.parse::<u64>().ok().map(Duration::from_secs);
    let time = seconds.or_else(|| humantime::parse_duration(text).ok());
    time.filter(|time| !time.is_zero())
        .ok_or_else(|| wrong(name, format!("{key} is not a time: {text}")).hint("write it as in 90s or 10m"))
}

/// A program and its arguments.
pub(crate) fn command_of(words: &[String]) -> Option<Command> {
    let (program, args) = words.split_first()?;
    Some(Command::new(program, args))
}

/// An error about an invalid configuration.
pub(crate) fn wrong(name: &str, message: impl Into<String>) -> ModelError {
    ModelError::new(name, ModelErrorKind::Configuration, message)
}
