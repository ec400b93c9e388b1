//! A library as its host sees it: one entry, one call, and questions during the call.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in a test a failed unwrap is the message"
)]

mod host;
mod plugins;

use serde_json::json;
use unbreak_plugin_sdk::dynamic::abi::status;

use crate::host::{ask, call};

#[test]
fn it_describes_what_it_holds() {
    let described = call("", "describe", "null").json();
    assert_eq!(described["protocol"], 1);
    let parser = &described["parsers"][0];
    assert_eq!(parser["descriptor"]["id"], "stack");
    assert_eq!(parser["triggers"], json!(["at "]));
    assert_eq!(parser["options_schema"]["properties"]["depth"]["type"], "integer");
    assert_eq!(described["tools"][0]["options_schema"], json!(null));
}

#[test]
fn options_make_another_of_it_and_leave_the_first_as_it_is() {
    let configure = json!({"kind": "parser", "as": "stack#1", "options": {"depth": 1}}).to_string();
    let entry = call("stack", "configure", &configure).json();
    assert_eq!(entry["descriptor"]["id"], "stack");
    let log = "{\"blocks\": [{\"bytes\": 12, \"start\": 0, \"end\": 12}]}\nat a\nat b\nx\n";
    assert_eq!(call("stack#1", "parse", log).messages(), ["a"]);
    assert_eq!(call("stack", "parse", log).messages(), ["a b"]);

    for (kind, options, refusal) in [
        ("parser", json!({"depth": "deep"}), "the option 'depth'"),
        ("parser", json!({"depth": 0}), "at least 1"),
        ("tool", json!({}), "nothing of this kind is called 'stack'"),
    ] {
        let configure = json!({"kind": kind, "as": "stack#2", "options": options}).to_string();
        let refused = call("stack", "configure", &configure);
        assert_ne!(refused.status, status::OK);
        assert!(refused.text.contains(refusal), "{}", refused.text);
    }
    assert_eq!(call("stack#2", "parse", log).status, status::UNKNOWN);
}

#[test]
fn a_parser_says_whose_a_line_is_and_what_it_would_do_at_the_end() {
    let line = |text: &str| {
        let answer = call(
            "stack",
            "line",
            &format!("{{\"state\": 7, \"start\": 0, \"end\": 1, \"before\": []}}\n{text}"),
        );
        let answer = answer.json();
        (
            answer["step"].as_str().unwrap().to_owned(),
            answer["unfinished"] == true,
            answer["unsure"] == true,
        )
    };
    assert_eq!(line("nothing"), ("pass".to_owned(), false, false));
    assert_eq!(line("at a"), ("more".to_owned(), true, false));
    assert_eq!(line("at b"), ("more".to_owned(), false, false));
    assert_eq!(line("at ?"), ("more".to_owned(), false, true));
    assert_eq!(line("x"), ("return".to_owned(), false, false));
    let end = call("stack", "finish", "{\"state\": 7}").json();
    assert_eq!(end["stopped_early"], true);
    assert_eq!(call("stack", "forget", "{\"state\": 7}").json(), json!(null));
}

#[test]
fn lines_that_a_block_gives_back_are_looked_at_again() {
    let text = "at a\nat b\nat ?\nx\nat c\nat d\n";
    let log = format!(
        "{{\"blocks\": [{{\"bytes\": {}, \"start\": 0, \"end\": 9}}]}}\n{text}",
        text.len()
    );
    assert_eq!(call("stack", "parse", &log).messages(), ["a b", "c d"]);
    // A single frame is not one of its blocks.
    let log = "{\"blocks\": [{\"bytes\": 5, \"start\": 0, \"end\": 5}]}\nat a\n";
    assert_eq!(call("stack", "parse", log).messages(), [""; 0]);
}

#[test]
fn a_panic_ends_the_call_and_says_where() {
    let payload = json!({"input": "panic", "root": "/"}).to_string();
    let panicked = call("probe", "call", &payload);
    assert_eq!(panicked.status, status::PANIC);
    assert!(panicked.text.starts_with("as it was told ("), "{}", panicked.text);
    assert!(panicked.text.contains("plugins.rs:"), "{}", panicked.text);
    let again = call(
        "probe",
        "call",
        &json!({"input": "quiet", "root": "/"}).to_string(),
    );
    assert_eq!(again.status, status::OK);
}

#[test]
fn what_it_asks_reaches_the_host_and_what_is_denied_is_an_error() {
    let payload = json!({"input": "a.txt", "root": "/"}).to_string();
    let (answer, questions) = ask("probe", "call", &payload, |question, _| match question {
        "read" => (status::OK, b"text".to_vec()),
        _ => (status::OK, b"null".to_vec()),
    });
    assert_eq!(answer.json(), json!({"read": "text"}));
    assert_eq!(
        questions,
        ["progress reading", "log read 4 bytes", "read a.txt"]
            .map(str::to_owned)
            .into_iter()
            .collect()
    );

    let (denied, _) = ask("probe", "call", &payload, |question, _| match question {
        "read" => (status::DENIED, b"read".to_vec()),
        _ => (status::OK, b"null".to_vec()),
    });
    assert_eq!(
        (denied.status, denied.text.as_str()),
        (status::DENIED, "read was not granted")
    );
}

#[test]
fn a_payload_that_makes_no_sense_is_refused() {
    for (id, method) in [
        ("stack", "line"),
        ("stack", "parse"),
        ("stack", "configure"),
        ("probe", "call"),
    ] {
        for payload in ["", "{", "[]", "\u{1}"] {
            assert_eq!(
                call(id, method, payload).status,
                status::INPUT,
                "{method} {payload}"
            );
        }
    }
    assert_eq!(call("stack", "dance", "null").status, status::UNKNOWN);
    assert_eq!(call("nobody", "call", "null").status, status::UNKNOWN);
}
