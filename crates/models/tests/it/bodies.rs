//! The bodies of requests, held against the types of the providers' own libraries for Python.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use unbreak_core::Prompt;

use crate::server::{Server, status};
use crate::support::{HTTP, ask, at, question, tool};

/// The bodies that a provider is sent for prompts of every shape.
fn bodies(provider: &str) -> Vec<Value> {
    let server = Server::saying(status("500 Internal Server Error", "", ""));
    let schema = json!({
        "type": "object",
        "properties": {"cause": {"type": "string"}, "confidence": {"type": "number"}},
        "required": ["cause", "confidence"],
        "additionalProperties": false,
    });
    let mut full = question("first?").then("first!", "second?");
    full.temperature = Some(0.7);
    full.schema = Some(schema);
    for prompt in [question("?"), Prompt::new("", "?", 10), full] {
        let _ = ask(&at(provider, &server.address), &prompt);
    }
    server
        .requests()
        .into_iter()
        .map(|request| request.body)
        .collect()
}

#[test]
fn bodies_are_what_the_libraries_of_the_providers_send() {
    let sent: Vec<Value> = ["anthropic", "gemini", "openai"]
        .into_iter()
        .flat_map(|provider| {
            bodies(provider)
                .into_iter()
                .map(move |body| json!({"provider": provider, "body": body}))
        })
        .collect();
    assert_eq!(sent.len(), 9);
    assert_eq!(problems(&sent), "");
}

#[test]
fn the_check_finds_wrong_bodies() {
    let wrong = [
        (
            "openai",
            json!({"model": "m", "stream": true, "messages": [{"role": "robot", "content": "x"}]}),
        ),
        (
            "openai",
            json!({"model": "m", "stream": true, "messages": [], "no_such_member": 1}),
        ),
        ("openai", json!({"stream": true, "messages": []})),
        (
            "anthropic",
            json!({"model": "m", "max_tokens": "many", "messages": [], "stream": true}),
        ),
        (
            "anthropic",
            json!({"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": 3}], "stream": true}),
        ),
        (
            "gemini",
            json!({"contents": [{"role": "user", "parts": [{"txt": "x"}]}]}),
        ),
        (
            "gemini",
            json!({"contents": [], "generationConfig": {"maxTokens": 1}}),
        ),
        ("gemini", json!({"contents": [], "system": "x"})),
    ];
    let sent = wrong.map(|(provider, body)| json!({"provider": provider, "body": body}));
    let found = problems(&sent);
    for (number, sent) in sent.iter().enumerate() {
        assert!(
            found.lines().any(|line| line.starts_with(&format!("{number} "))),
            "{sent}\n{found}"
        );
    }
}

#[test]
fn an_answer_is_asked_for_in_json_in_each_providers_own_way() {
    for provider in HTTP {
        let body = bodies(provider).pop().unwrap();
        let schema = match provider {
            "anthropic" => &body["output_config"]["format"]["schema"],
            "gemini" => &body["generationConfig"]["responseJsonSchema"],
            "ollama" => &body["format"],
            _ => &body["response_format"]["json_schema"]["schema"],
        };
        assert_eq!(
            schema["required"],
            json!(["cause", "confidence"]),
            "{provider}: {body}"
        );
    }
}

#[test]
fn a_schema_that_openai_cannot_enforce_is_not_called_strict() {
    let server = Server::saying(status("500 Internal Server Error", "", ""));
    let closed = json!({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}},
        "required": ["a"], "additionalProperties": false});
    let nested = json!({"type": "object", "properties": {"a": {"type": "object"}}, "required": ["a"], "additionalProperties": false});
    let open = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    for schema in [closed, nested, open] {
        let mut prompt = question("?");
        prompt.schema = Some(schema);
        let _ = ask(&at("openai", &server.address), &prompt);
    }
    let strict: Vec<Value> = server
        .requests()
        .iter()
        .map(|request| request.body["response_format"]["json_schema"]["strict"].clone())
        .collect();
    assert_eq!(strict, [json!(true), json!(false), json!(false)]);
}

#[test]
fn members_of_the_configuration_outweigh_the_usual_ones() {
    let server = Server::saying(status("500 Internal Server Error", "", ""));
    let mut config = at("openai", &server.address);
    config.body = json!({"reasoning_effort": "low", "stream": false})
        .as_object()
        .cloned();
    let _ = ask(&config, &question("?"));
    let body = &server.requests()[0].body;
    assert_eq!(
        (&body["reasoning_effort"], &body["stream"]),
        (&json!("low"), &json!(false))
    );
}

#[test]
fn no_answer_is_longer_than_the_model_can_give() {
    for provider in HTTP {
        let server = Server::saying(status("500 Internal Server Error", "", ""));
        let mut config = at(provider, &server.address);
        config.answer_tokens = Some(33);
        let _ = ask(&config, &question("?"));
        assert!(
            server.requests()[0].body.to_string().contains(":33"),
            "{provider}"
        );
    }
}

/// The errors that the libraries find in bodies; empty if all are valid.
fn problems(sent: &[Value]) -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests run the libraries of the providers"
    )]
    let mut command = Command::new(tool("venv/bin/python"));
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bodies.py"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(json!(sent).to_string().as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "the check itself failed: run cargo xtask setup"
    );
    String::from_utf8(output.stdout).unwrap()
}
