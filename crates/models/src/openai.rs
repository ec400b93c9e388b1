//! Chat completions, the API of OpenAI and of many other servers: vLLM, llama.cpp, LM Studio, OpenRouter,
//! Azure. <https://platform.openai.com/docs/api-reference/chat>

use std::sync::Arc;

use serde_json::{Map, Value, json};
use unbreak_core::{Model, ModelError, ModelLimits, Prompt};

use crate::http::{self, Adaptable, Answer, Stop, Wire, conversation};
use crate::provider::{FOR_HTTP, Opening, Provider};

pub(crate) static PROVIDER: Provider = Provider {
    id: "openai",
    summary: "chat completions: OpenAI, Azure, OpenRouter, vLLM, llama.cpp, LM Studio",
    needs: &["model"],
    takes: FOR_HTTP,
    base_url: Some("https://api.openai.com/v1"),
    key_env: Some("OPENAI_API_KEY"),
    limits: ModelLimits::new(128_000, 8_192),
    open,
};

fn open(opening: &Opening<'_>) -> Result<Arc<dyn Model>, ModelError> {
    let base = opening.config.base_url.as_deref();
    let is_own = base.is_none_or(|base| base.contains("://api.openai.com"));
    let limit = if is_own {
        "max_completion_tokens"
    } else {
        "max_tokens"
    };
    http::open(opening, ChatCompletions { limit })
}

/// The format.
struct ChatCompletions {
    /// The member that limits the answer. OpenAI's newer models reject the older one, most other servers know
    /// only that.
    limit: &'static str,
}

impl Wire for ChatCompletions {
    fn request(&self, model: &str, prompt: &Prompt, limits: ModelLimits) -> (String, Map<String, Value>) {
        let mut body = Map::new();
        body.insert("model".to_owned(), model.into());
        body.insert(
            "messages".to_owned(),
            conversation::messages(&prompt.system, prompt),
        );
        body.insert("stream".to_owned(), true.into());
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
        body.insert(
            self.limit.to_owned(),
            prompt.max_tokens.min(limits.answer_tokens).into(),
        );
        if let Some(temperature) = prompt.temperature {
            body.insert("temperature".to_owned(), temperature.into());
        }
        if let Some(schema) = &prompt.schema {
            let format = json!({"name": "answer", "schema": schema, "strict": is_strict(schema)});
            let format = json!({"type": "json_schema", "json_schema": format});
            body.insert("response_format".to_owned(), format);
        }
        ("/chat/completions".to_owned(), body)
    }

    fn read(&self, message: &Value, answer: &mut Answer) {
        let usage = &message["usage"];
        answer.count(&usage["prompt_tokens"], &usage["completion_tokens"]);
        let choice = &message["choices"][0];
        // A stream has deltas, a whole answer has a message.
        for part in [&choice["delta"], &choice["message"]] {
            answer.push(&part["content"]);
            if let Some(reason) = part["refusal"].as_str().filter(|reason| !reason.is_empty()) {
                answer.stop = Some(Stop::Declined(reason.to_owned()));
            }
        }
        if !matches!(answer.stop, Some(Stop::Declined(_))) {
            answer.end(&choice["finish_reason"], &["length"], &["content_filter"]);
        }
    }

    fn adaptable(&self) -> &'static [Adaptable] {
        const ALL: &[Adaptable] = &[
            Adaptable::renamed("max_tokens", "max_completion_tokens"),
            Adaptable::renamed("max_completion_tokens", "max_tokens"),
            Adaptable::optional("temperature"),
            Adaptable::optional("stream_options"),
            Adaptable::schema("response_format"),
        ];
        ALL
    }
}

/// Returns whether a schema is of the kind that OpenAI can enforce: each object lists all its members as required and
/// allows no other.
fn is_strict(schema: &Value) -> bool {
    let is_closed = schema
        .get("properties")
        .and_then(Value::as_object)
        .is_none_or(|members| {
            let required = schema.get("required").and_then(Value::as_array);
            let is_required = |name: &String| required.is_some_and(|all| all.contains(&json!(name)));
            schema.get("additionalProperties") == Some(&json!(false)) && members.keys().all(is_required)
        });
    let is_object = schema.get("type") == Some(&json!("object"));
    let is_known = !is_object || schema.get("properties").is_some();
    is_closed && is_known && children(schema).all(is_strict)
}

/// The schemas within a schema.
fn children(schema: &Value) -> impl Iterator<Item = &Value> {
    let members = schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten();
    let members = members.map(|(_, schema)| schema);
    let variants = schema
        .get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    members.chain(schema.get("items")).chain(variants)
}
