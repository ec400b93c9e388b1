//! A conversation in the form of most providers: `role` and `content` of each message.

use serde_json::{Value, json};
use unbreak_core::Prompt;
use unbreak_core::model::Speaker;

/// The messages of a conversation, the system's message first.
pub(crate) fn messages(system: &str, prompt: &Prompt) -> Value {
    let mut messages = Vec::with_capacity(prompt.turns.len() + 2);
    if !system.is_empty() {
        messages.push(json!({"role": "system", "content": system}));
    }
    messages.extend(turns(prompt));
    messages.into()
}

/// The turns of a conversation, the question last.
pub(crate) fn turns(prompt: &Prompt) -> impl Iterator<Item = Value> {
    let turns = prompt.turns.iter().map(|turn| (turn.speaker, &turn.text));
    turns
        .chain([(Speaker::User, &prompt.user)])
        .map(|(speaker, text)| {
            let role = match speaker {
                Speaker::User => "user",
                Speaker::Model => "assistant",
            };
            json!({"role": role, "content": text})
        })
}
