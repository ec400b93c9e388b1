//! The common part of models that are reached over HTTP.
//!
//! A provider implements [`Wire`]: the form of its request, and how a message of its answer is read. The rest
//! is here: [`endpoint`] holds the address and the key, [`exchange`] sends one request on a thread and ends
//! it when the answer is no longer wanted, [`messages`] splits a stream, [`failure`] explains what went wrong
//! and whether asking again can help, [`retry`] decides when.

mod adapt;
pub(crate) mod conversation;
mod endpoint;
mod exchange;
mod failure;
mod messages;
mod retry;

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde_json::{Map, Value};
use unbreak_core::model::StopReason;
use unbreak_core::model::estimated_tokens_of;
use unbreak_core::{Completion, Model, ModelError, ModelLimits, Prompt};

use self::adapt::Adaptations;
use self::endpoint::Endpoint;
use self::failure::Failure;
use crate::provider::Opening;

pub(crate) use self::adapt::Adaptable;

/// The format of a provider.
pub(crate) trait Wire: Send + Sync + 'static {
    /// The path of its request and the body, for a model and a prompt.
    fn request(&self, model: &str, prompt: &Prompt, limits: ModelLimits) -> (String, Map<String, Value>);

    /// Reads a message of a stream, or a whole answer.
    fn read(&self, message: &Value, answer: &mut Answer);

    /// The header that carries the key, and the text before it.
    fn key_header(&self) -> (&'static str, &'static str) {
        ("authorization", "Bearer ")
    }

    /// Headers of each request.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Members of its body that some servers reject.
    fn adaptable(&self) -> &'static [Adaptable] {
        &[]
    }
}

/// An answer while it arrives.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) input_tokens: Option<u64>,
    pub(crate) output_tokens: Option<u64>,
    /// The reason for the end, as soon as the provider gives it.
    pub(crate) stop: Option<Stop>,
}

/// The reason why an answer ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It is complete, or was cut off at its limit.
    Answered(StopReason),
    /// The provider or the model declined, in its own words.
    Declined(String),
}

impl Answer {
    /// Appends a piece of text, if the value is one.
    pub(crate) fn push(&mut self, text: &Value) {
        self.text.push_str(text.as_str().unwrap_or_default());
    }

    /// Adds the counted tokens of a message, if it has them. Servers that do not count send 0.
    pub(crate) fn count(&mut self, input: &Value, output: &Value) {
        let counted = |count: &Value| count.as_u64().filter(|count| *count > 0);
        self.input_tokens = counted(input).or(self.input_tokens);
        self.output_tokens = counted(output).or(self.output_tokens);
    }

    /// Records the reason for the end: the provider's word for it, and its meaning.
    pub(crate) fn end(&mut self, reason: &Value, length: &[&str], declined: &[&str]) {
        let Some(reason) = reason.as_str() else { return };
        self.stop = Some(match reason {
            _ if length.contains(&reason) => Stop::Answered(StopReason::Length),
            _ if declined.contains(&reason) => Stop::Declined(reason.to_owned()),
            _ => Stop::Answered(StopReason::End),
        });
    }
}

/// A model behind an HTTP API.
pub(crate) struct HttpModel<W> {
    endpoint: Endpoint,
    wire: Arc<W>,
    adaptations: Mutex<Adaptations>,
}

/// Opens a model with this format.
pub(crate) fn open<W: Wire>(opening: &Opening<'_>, wire: W) -> Result<Arc<dyn Model>, ModelError> {
    Ok(Arc::new(HttpModel {
        endpoint: Endpoint::of(opening)?,
        wire: Arc::new(wire),
        adaptations: Mutex::default(),
    }))
}

#[async_trait]
impl<W: Wire> Model for HttpModel<W> {
    fn name(&self) -> &str {
        &self.endpoint.name
    }

    fn limits(&self) -> ModelLimits {
        self.endpoint.limits
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let mut lost = Completion::new("", 0, 0);
        let mut failures = 0;
        loop {
            let failure = match self.attempt(prompt, &mut lost).await? {
                Ok(answer) => {
                    self.adaptations().accept_key();
                    return self.completion(prompt, answer, &lost);
                }
                Err(failure) => failure,
            };
            if self.can_adapt(&failure) || self.can_renew_key(&failure).await {
                continue;
            }
            let Some(wait) = self.endpoint.retry.wait(&failure, failures) else {
                return Err(failure.into_error(&self.endpoint, failures));
            };
            tracing::info!(model = self.name(), ?wait, "{}; asking again", failure.message);
            failures += 1;
            tokio::time::sleep(wait).await;
        }
    }
}

impl<W: Wire> HttpModel<W> {
    /// Asks once. The outer error is one of this machine: a missing key.
    async fn attempt(
        &self,
        prompt: &Prompt,
        lost: &mut Completion,
    ) -> Result<Result<Answer, Failure>, ModelError> {
        let key = self.endpoint.key.get(&self.endpoint.name).await?;
        let worded = self.adaptations().reworded(prompt);
        let (path, mut body) = self
            .wire
            .request(&self.endpoint.model, &worded, self.endpoint.limits);
        body.extend(self.endpoint.body.clone());
        self.adaptations().apply(&mut body);
        let call = self.endpoint.call(&*self.wire, &path, body, key)?;
        let asked = exchange::exchange(call, Arc::clone(&self.wire)).await;
        if let Err(Failure {
            begun: Some(begun), ..
        }) = &asked
        {
            let (input, output) = tokens(prompt, begun);
            lost.input_tokens += input;
            lost.output_tokens += output;
        }
        Ok(asked)
    }

    /// Makes the completion. The tokens of answers that broke off are added to its cost.
    fn completion(
        &self,
        prompt: &Prompt,
        answer: Answer,
        lost: &Completion,
    ) -> Result<Completion, ModelError> {
        let (input, output) = tokens(prompt, &answer);
        let stop = match answer.stop {
            Some(Stop::Declined(reason)) => {
                return Err(failure::declined(&reason).into_error(&self.endpoint, 0));
            }
            Some(Stop::Answered(stop)) => stop,
            None => StopReason::End,
        };
        let input = input + lost.input_tokens;
        let mut completion = Completion::new(answer.text, input, output + lost.output_tokens);
        completion.stop = stop;
        Ok(completion)
    }

    /// Returns whether the request can be sent in another form, because the server rejects a member of its body.
    fn can_adapt(&self, failure: &Failure) -> bool {
        self.adaptations().adapt(self.wire.adaptable(), failure)
    }

    async fn can_renew_key(&self, failure: &Failure) -> bool {
        failure.status == Some(401) && self.endpoint.key.forget().await && self.adaptations().renew_key()
    }

    fn adaptations(&self) -> std::sync::MutexGuard<'_, Adaptations> {
        self.adaptations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens read and written: as the provider counts them, otherwise estimated.
fn tokens(prompt: &Prompt, answer: &Answer) -> (u64, u64) {
    let input = answer.input_tokens.unwrap_or_else(|| prompt.estimated_tokens());
    let output = answer.output_tokens;
    (
        input,
        output.unwrap_or_else(|| estimated_tokens_of(answer.text.len())),
    )
}
