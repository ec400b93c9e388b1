//! The Messages API of Anthropic. <https://docs.anthropic.com/en/api/messages>

use std::sync::Arc;

use serde_json::{Map, Value, json};
use unbreak_core::{Model, ModelError, ModelLimits, Prompt};

use crate::http::{self, Adaptable, Answer, Wire, conversation};
use crate::provider::{FOR_HTTP, Opening, Provider};

pub(crate) static PROVIDER: Provider = Provider {
    id: "anthropic",
    summary: "the Messages API of Anthropic",
    needs: &["model"],
    takes: FOR_HTTP,
    base_url: Some("https://api.anthropic.com"),
    key_env: Some("ANTHROPIC_API_KEY"),
    limits: ModelLimits::new(200_000, 8_192),
    open,
};

fn open(opening: &Opening<'_>) -> Result<Arc<dyn Model>, ModelError> {
    http::open(opening, Messages)
}

/// The format.
struct Messages;

impl Wire for Messages {
    fn request(&self, model: &str, prompt: &Prompt, limits: ModelLimits) -> (String, Map<String, Value>) {
        let mut body = Map::new();
        body.insert("model".to_owned(), model.into());
        body.insert(
            "max_tokens".to_owned(),
            prompt.max_tokens.min(limits.answer_tokens).into(),
        );
        if !prompt.system.is_empty() {
            body.insert("system".to_owned(), prompt.system.as_str().into());
        }
        body.insert("messages".to_owned(), conversation::turns(prompt).collect());
        body.insert("stream".to_owned(), true.into());
        // No temperature: the API, as Anthropic's own library describes it, has no such member.
        if let Some(schema) = &prompt.schema {
            let format = json!({"format": {"type": "json_schema", "schema": schema}});
            body.insert("output_config".to_owned(), format);
        }
        ("/v1/messages".to_owned(), body)
    }

    fn read(&self, message: &Value, answer: &mut Answer) {
        match message["type"].as_str() {
            Some("message_start") => answer.count(&input(&message["message"]["usage"]), &Value::Null),
            Some("content_block_delta") => answer.push(&message["delta"]["text"]),
            Some("message_delta") => {
                answer.count(&Value::Null, &message["usage"]["output_tokens"]);
                end(&message["delta"]["stop_reason"], answer);
            }
            // The answer of a server that does not stream.
            Some("message") => {
                let blocks = message["content"].as_array().into_iter().flatten();
                blocks.for_each(|block| answer.push(&block["text"]));
                answer.count(&input(&message["usage"]), &message["usage"]["output_tokens"]);
                end(&message["stop_reason"], answer);
            }
            _ => {}
        }
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-api-key", "")
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("anthropic-version", "2023-06-01")]
    }

    fn adaptable(&self) -> &'static [Adaptable] {
        const ALL: &[Adaptable] = &[Adaptable::schema("output_config")];
        ALL
    }
}

/// Tokens that were written to or read from the cache are counted separately.
fn input(usage: &Value) -> Value {
    let parts = [
        "input_tokens",
        "cache_creation_input_tokens",
        "cache_read_input_tokens",
    ];
    match usage["input_tokens"].as_u64() {
        Some(_) => parts
            .iter()
            .filter_map(|part| usage[part].as_u64())
            .sum::<u64>()
            .into(),
        None => Value::Null,
    }
}

fn end(reason: &Value, answer: &mut Answer) {
    answer.end(
        reason,
        &["max_tokens", "model_context_window_exceeded"],
        &["refusal"],
    );
}
