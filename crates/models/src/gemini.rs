//! The Gemini API of Google. <https://ai.google.dev/api/generate-content>

use std::sync::Arc;

use serde_json::{Map, Value, json};
use unbreak_core::model::Speaker;
use unbreak_core::{Model, ModelError, ModelLimits, Prompt};

use crate::http::{self, Answer, Stop, Wire};
use crate::provider::{FOR_HTTP, Opening, Provider};

pub(crate) static PROVIDER: Provider = Provider {
    id: "gemini",
    summary: "the Gemini API of Google",
    needs: &["model"],
    takes: FOR_HTTP,
    base_url: Some("https://generativelanguage.googleapis.com"),
    key_env: Some("GEMINI_API_KEY"),
    limits: ModelLimits::new(1_000_000, 8_192),
    open,
};

/// Reasons of an ended answer that mean a refusal.
const DECLINED: &[&str] = &[
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "MODEL_ARMOR",
];

fn open(opening: &Opening<'_>) -> Result<Arc<dyn Model>, ModelError> {
    http::open(opening, GenerateContent)
}

/// The format.
struct GenerateContent;

impl Wire for GenerateContent {
    fn request(&self, model: &str, prompt: &Prompt, limits: ModelLimits) -> (String, Map<String, Value>) {
        let mut generation = json!({"maxOutputTokens": prompt.max_tokens.min(limits.answer_tokens)});
        if let Some(temperature) = prompt.temperature {
            generation["temperature"] = temperature.into();
        }
        if let Some(schema) = &prompt.schema {
            generation["responseMimeType"] = "application/json".into();
            generation["responseJsonSchema"] = schema.clone();
        }
        let mut body = Map::new();
        if !prompt.system.is_empty() {
            body.insert(
                "systemInstruction".to_owned(),
                json!({"parts": [{"text": prompt.system}]}),
            );
        }
        body.insert("contents".to_owned(), contents(prompt));
        body.insert("generationConfig".to_owned(), generation);
        let model = model.trim_start_matches("models/");
        (
            format!("/v1beta/models/{model}:streamGenerateContent?alt=sse"),
            body,
        )
    }

    fn read(&self, message: &Value, answer: &mut Answer) {
        let usage = &message["usageMetadata"];
        let counts = ["candidatesTokenCount", "thoughtsTokenCount"].map(|count| usage[count].as_u64());
        // Thoughts are billed as part of the answer.
        let output = counts.iter().flatten().copied().reduce(|a, b| a + b);
        answer.count(&usage["promptTokenCount"], &output.into());
        if let Some(reason) = message["promptFeedback"]["blockReason"].as_str() {
            answer.stop = Some(Stop::Declined(reason.to_owned()));
        }
        let candidate = &message["candidates"][0];
        let parts = candidate["content"]["parts"].as_array().into_iter().flatten();
        let spoken = parts.filter(|part| part["thought"] != true);
        spoken.for_each(|part| answer.push(&part["text"]));
        answer.end(&candidate["finishReason"], &["MAX_TOKENS"], DECLINED);
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-goog-api-key", "")
    }
}

fn contents(prompt: &Prompt) -> Value {
    let turns = prompt.turns.iter().map(|turn| (turn.speaker, &turn.text));
    let turns = turns.chain([(Speaker::User, &prompt.user)]);
    let contents = turns.map(|(speaker, text)| {
        let role = match speaker {
            Speaker::User => "user",
            Speaker::Model => "model",
        };
        json!({"role": role, "parts": [{"text": text}]})
    });
    contents.collect()
}
