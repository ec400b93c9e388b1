//! A request ends for any answer of a server.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;

use crate::server::Server;
use crate::support::{HTTP, ask, at, question};

/// Pieces of what servers say, and anything.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "data: ",
        "data:",
        "\n",
        "\r\n",
        "\n\n",
        "[DONE]",
        "event: error\n",
        ": comment\n",
        "{}",
        "[]",
        "[{}]",
        "null",
        "{\"error\":null}",
        "{\"error\":\"no\"}",
        "{\"error\":{\"code\":-1,\"message\":7}}",
        "{\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}",
        "{\"choices\":{},\"usage\":{\"prompt_tokens\":-1}}",
        "{\"type\":\"message\",\"content\":\"x\"}",
        "{\"candidates\":[{\"content\":{\"parts\":{}},\"finishReason\":7}]}",
        "{\"message\":{\"content\":[]},\"done\":true}",
        "\u{feff}",
    ]);
    prop_oneof![
        4 => known.prop_map(|text| text.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..40),
    ]
}

fn head() -> impl Strategy<Value = String> {
    const LINES: &[&str] = &[
        "200 OK",
        "204 No Content",
        "302 Found",
        "400 Bad Request",
        "529 Overloaded",
        "999 ?",
    ];
    const KINDS: &[&str] = &[
        "text/event-stream",
        "application/json",
        "application/x-ndjson",
        "text/html",
        "",
    ];
    let length = prop_oneof![Just(None), (0_usize..200).prop_map(Some)];
    (prop::sample::select(LINES), prop::sample::select(KINDS), length).prop_map(|(line, kind, length)| {
        let length = length
            .map(|length| format!("content-length: {length}\r\n"))
            .unwrap_or_default();
        format!("HTTP/1.1 {line}\r\ncontent-type: {kind}\r\n{length}connection: close\r\n\r\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_answer_ends_the_question(
        provider in prop::sample::select(&HTTP),
        head in prop::option::of(head()),
        pieces in vec(piece(), 0..12),
    ) {
        let server = Server::saying([head.unwrap_or_default().into_bytes(), pieces.concat()].concat());
        let mut config = at(provider, &server.address);
        config.idle_timeout = Some("5s".to_owned());
        let started = Instant::now();
        let answered = ask(&config, &question("?"));
        prop_assert!(started.elapsed() < Duration::from_secs(5), "{answered:?}");
        if let Err(error) = answered {
            prop_assert!(!error.message.is_empty() && !error.message.contains("given up"), "{error}");
        }
    }
}
