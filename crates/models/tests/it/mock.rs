//! The real formats, as `@copilotkit/aimock` speaks them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use unbreak_core::ModelErrorKind as Kind;
use unbreak_loopback::Aimock;

use crate::support::{HTTP, ask, at, question};

/// The answer to `hello`, long enough to come in pieces.
const HELLO: &str = "Hello from the mock: it answers at some length, so that the answer comes in pieces.";

/// A server with the fixtures below.
fn start() -> Aimock {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Aimock::start(&root.join(".tools/node"), &fixtures()).unwrap()
}

/// Lets each answer go wrong in this way.
fn chaos(mock: &Aimock, rates: &serde_json::Value) {
    let body = rates.to_string();
    let host = mock.address().strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "POST /__aimock/chaos HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

fn fixtures() -> serde_json::Value {
    let error = |status: u16, kind: &str| json!({"error": {"message": "no", "type": kind}, "status": status, "retryAfter": 1});
    json!({"fixtures": [
        {"match": {"userMessage": "hello"}, "response": {"content": HELLO}},
        {"match": {"userMessage": "cut"}, "response": {"content": HELLO}, "truncateAfterChunks": 2},
        {"match": {"userMessage": "busy", "sequenceIndex": 0}, "response": error(429, "rate_limit_error")},
        {"match": {"userMessage": "busy", "sequenceIndex": 1}, "response": {"content": HELLO}},
        {"match": {"userMessage": "broken", "sequenceIndex": 0}, "response": error(500, "server_error")},
        {"match": {"userMessage": "broken", "sequenceIndex": 1}, "response": error(503, "server_error")},
        {"match": {"userMessage": "broken", "sequenceIndex": 2}, "response": {"content": HELLO}},
        {"match": {"userMessage": "forbidden"}, "response": error(401, "authentication_error")},
    ]})
}

#[test]
fn answers_arrive_whole_from_each_provider() {
    let mock = start();
    for provider in HTTP {
        let answer = ask(&at(provider, mock.address()), &question("hello")).unwrap();
        assert_eq!(answer.text, HELLO, "{provider}");
        assert!(
            answer.input_tokens > 0 && answer.output_tokens > 0,
            "{provider}: {answer:?}"
        );
    }
}

#[test]
fn what_can_pass_is_asked_again() {
    for provider in HTTP {
        // It counts for all providers together how often a question came.
        let mock = start();
        for (text, least) in [("busy", 900), ("broken", 0)] {
            let mut config = at(provider, mock.address());
            config.retries = Some(2);
            let started = Instant::now();
            let answer = ask(&config, &question(text)).unwrap();
            assert_eq!(answer.text, HELLO, "{provider} {text}");
            assert!(
                started.elapsed() >= Duration::from_millis(least),
                "{provider} {text}"
            );
        }
    }
}

#[test]
fn an_answer_that_is_cut_is_not_taken_for_one() {
    let mock = start();
    for provider in HTTP {
        let error = ask(&at(provider, mock.address()), &question("cut")).unwrap_err();
        assert_eq!(error.kind, Kind::Unreachable, "{provider}: {error}");
    }
}

#[test]
fn a_key_that_is_not_accepted_is_said_so() {
    let mock = start();
    for provider in HTTP {
        let mut config = at(provider, mock.address());
        config.retries = Some(3);
        let error = ask(&config, &question("forbidden")).unwrap_err();
        assert_eq!(error.kind, Kind::Unauthorized, "{provider}: {error}");
        assert!(
            !error.message.contains("asked"),
            "{provider}: it was asked again: {error}"
        );
    }
}

#[test]
fn each_kind_of_chaos_is_an_error_of_its_kind() {
    let mock = start();
    for (rates, kind) in [
        (json!({"dropRate": 1}), Kind::Unreachable),
        (json!({"malformedRate": 1}), Kind::Malformed),
        (json!({"disconnectRate": 1}), Kind::Unreachable),
        (json!({"rateLimitRate": 1}), Kind::RateLimited),
    ] {
        chaos(
            &mock,
            &json!({"dropRate": 0, "malformedRate": 0, "disconnectRate": 0, "rateLimitRate": 0}),
        );
        chaos(&mock, &rates);
        for provider in HTTP {
            let error = ask(&at(provider, mock.address()), &question("hello")).unwrap_err();
            assert_eq!(error.kind, kind, "{provider} {rates}: {error}");
        }
    }
}
