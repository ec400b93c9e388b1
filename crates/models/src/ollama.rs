//! Ollama's own API. Unlike its imitation of OpenAI's, it sets the size of the context, without which Ollama
//! silently cuts long prompts. <https://github.com/ollama/ollama/blob/main/docs/api.md>

use std::sync::Arc;

use serde_json::{Map, Value, json};
use unbreak_core::{Model, ModelError, ModelLimits, Prompt};

use crate::http::{self, Answer, Wire, conversation};
use crate::provider::{FOR_HTTP, Opening, Provider};

pub(crate) static PROVIDER: Provider = Provider {
    id: "ollama",
    summary: "a local Ollama",
    needs: &["model"],
    takes: FOR_HTTP,
    base_url: Some("http://127.0.0.1:11434"),
    key_env: None,
    limits: ModelLimits::new(32_768, 4_096),
    open,
};

fn open(opening: &Opening<'_>) -> Result<Arc<dyn Model>, ModelError> {
    http::open(opening, Chat)
}

/// The format.
struct Chat;

impl Wire for Chat {
    fn request(&self, model: &str, prompt: &Prompt, limits: ModelLimits) -> (String, Map<String, Value>) {
        let most = prompt.max_tokens.min(limits.answer_tokens);
        let mut options = json!({"num_predict": most, "num_ctx": limits.context_tokens});
        if let Some(temperature) = prompt.temperature {
            options["temperature"] = temperature.into();
        }
        let mut body = Map::new();
        body.insert("model".to_owned(), model.into());
        body.insert(
            "messages".to_owned(),
            conversation::messages(&prompt.system, prompt),
        );
        body.insert("stream".to_owned(), true.into());
        body.insert("options".to_owned(), options);
        if let Some(schema) = &prompt.schema {
            body.insert("format".to_owned(), schema.clone());
        }
        ("/api/chat".to_owned(), body)
    }

    fn read(&self, message: &Value, answer: &mut Answer) {
        answer.push(&message["message"]["content"]);
        answer.count(&message["prompt_eval_count"], &message["eval_count"]);
        if message["done"] == true {
            let reason = match &message["done_reason"] {
                Value::Null => json!("stop"),
                reason => reason.clone(),
            };
            answer.end(&reason, &["length"], &[]);
        }
    }
}
