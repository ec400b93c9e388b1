//! The JSON schema of one `[models.NAME]`.

use serde_json::{Value, json};

use crate::config::ModelConfig;
use crate::provider::providers;

impl ModelConfig {
    /// Its JSON schema.
    pub fn schema() -> Value {
        let ids: Vec<&str> = providers().map(|provider| provider.id).collect();
        json!({
            "description": "a language model, by a name of your choice",
            "type": "object",
            "additionalProperties": false,
            "required": ["provider"],
            "properties": {
                "provider": about(json!({"enum": ids}), "who answers"),
                "model": text("the model, as the provider names it"),
                "base_url": text("where the provider's API begins, if not at its own"),
                "headers": about(texts(), "headers sent with each request; a key does not belong here"),
                "key_env": text("the variable of the environment that holds the key"),
                "key_command": about(words(), "a program that prints the key, and its arguments"),
                "key_header": text("the header that carries the key alone, if not the provider's usual one"),
                "insecure": about(json!({"type": "boolean", "default": false}), "accept plain HTTP to another machine"),
                "body": about(json!({"type": "object"}), "members of the request's body, beside or instead of the usual ones"),
                "context_tokens": number("the most tokens of a prompt and its answer together"),
                "answer_tokens": number("the most tokens of an answer"),
                "timeout": text("the longest an answer may take, as in 90s or 10m (default 10m)"),
                "idle_timeout": text("the longest silence of a server, before or in an answer (default 2m)"),
                "retries": about(json!({"type": "integer", "minimum": 0, "default": 4}), "how often a request that failed is sent again"),
                "price_input": dollars("dollars per million tokens of prompts"),
                "price_output": dollars("dollars per million tokens of answers"),
                "command": about(words(), "a program and its arguments (provider command)"),
                "input": about(json!({"enum": ["text", "json"], "default": "text"}), "what the program reads (provider command)"),
                "file": text("the recording that is answered from (provider replay)"),
                "record": text("a file that the conversation is recorded to"),
            },
        })
    }
}

fn about(mut schema: Value, what: &str) -> Value {
    schema["description"] = what.into();
    schema
}

fn text(what: &str) -> Value {
    about(json!({"type": "string"}), what)
}

fn number(what: &str) -> Value {
    about(json!({"type": "integer", "minimum": 1}), what)
}

fn dollars(what: &str) -> Value {
    about(json!({"type": "number", "minimum": 0}), what)
}

fn words() -> Value {
    json!({"type": "array", "items": {"type": "string"}, "minItems": 1})
}

fn texts() -> Value {
    json!({"type": "object", "additionalProperties": {"type": "string"}})
}
