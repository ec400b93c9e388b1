//! Faults of servers, and the resulting errors.

use std::io::Write as _;
use std::time::{Duration, Instant};

use serde_json::json;
use unbreak_core::ModelErrorKind as Kind;
use unbreak_core::model::StopReason;

use crate::server::{STREAM, Server, chat, piece_of, status};
use crate::support::{ask, at, question};

/// An error in the format that most providers share.
fn error(message: &str, kind: &str) -> String {
    json!({"error": {"message": message, "type": kind, "code": kind}}).to_string()
}

#[test]
fn each_status_has_its_kind_and_only_those_that_can_pass_are_asked_again() {
    let cases = [
        (
            "400 Bad Request",
            error("no such thing", "invalid_request_error"),
            Kind::Rejected,
            1,
        ),
        (
            "400 Bad Request",
            error("This model's maximum context length is 8192", "invalid"),
            Kind::TooLong,
            1,
        ),
        (
            "400 Bad Request",
            error("filtered", "content_filter"),
            Kind::Declined,
            1,
        ),
        (
            "401 Unauthorized",
            error("wrong key", "authentication_error"),
            Kind::Unauthorized,
            1,
        ),
        (
            "402 Payment Required",
            error("no credit", "payment"),
            Kind::Rejected,
            1,
        ),
        (
            "403 Forbidden",
            error("not yours", "permission_error"),
            Kind::Unauthorized,
            1,
        ),
        (
            "404 Not Found",
            error("no such model", "not_found_error"),
            Kind::Rejected,
            1,
        ),
        (
            "413 Content Too Large",
            error("too large", "request_too_large"),
            Kind::TooLong,
            1,
        ),
        (
            "418 I'm a teapot",
            "short and stout".to_owned(),
            Kind::Rejected,
            1,
        ),
        (
            "429 Too Many Requests",
            error("You exceeded your quota", "insufficient_quota"),
            Kind::RateLimited,
            1,
        ),
        (
            "429 Too Many Requests",
            error("slow down", "rate_limit_error"),
            Kind::RateLimited,
            2,
        ),
        ("500 Internal Server Error", String::new(), Kind::Unreachable, 2),
        ("502 Bad Gateway", "<html>".to_owned(), Kind::Unreachable, 2),
        (
            "503 Service Unavailable",
            error("busy", "server_error"),
            Kind::RateLimited,
            2,
        ),
        ("504 Gateway Timeout", String::new(), Kind::Unreachable, 2),
        (
            "529 Overloaded",
            error("Overloaded", "overloaded_error"),
            Kind::RateLimited,
            2,
        ),
    ];
    for (line, body, kind, asked) in cases {
        let server = Server::saying(status(line, "", &body));
        let mut config = at("openai", &server.address);
        config.retries = Some(1);
        let error = ask(&config, &question("?")).unwrap_err();
        assert_eq!(error.kind, kind, "{line}: {error}");
        assert_eq!(server.requests().len(), asked, "{line}: {error}");
        assert!(error.message.contains(&line[..3]), "{line}: {error}");
        let needs_hint = kind != Kind::Declined;
        assert!(!needs_hint || !error.hint.is_empty(), "{line}: {error}");
    }
}

#[test]
fn the_wait_that_the_server_names_is_kept() {
    let soon = httpdate(Duration::from_secs(3));
    for (header, least) in [
        // A date has no fractions of a second.
        (format!("retry-after: {soon}\r\n"), 500),
        ("retry-after: 1\r\n".to_owned(), 900),
        ("retry-after-ms: 700\r\nretry-after: 9\r\n".to_owned(), 650),
    ] {
        let busy = status(
            "429 Too Many Requests",
            &header,
            &error("busy", "rate_limit_error"),
        );
        let server = Server::saying_in_turn(vec![busy, chat(&["ready"])]);
        let mut config = at("openai", &server.address);
        config.retries = Some(1);
        let started = Instant::now();
        assert_eq!(ask(&config, &question("?")).unwrap().text, "ready");
        let waited = started.elapsed();
        assert!(
            waited >= Duration::from_millis(least),
            "{header} waited {waited:?}"
        );
        assert!(waited < Duration::from_secs(9), "{header} waited {waited:?}");
    }
}

/// A date from now on, as servers write it. The day of the week is not looked at.
fn httpdate(from_now: Duration) -> String {
    let then = humantime_date(std::time::SystemTime::now() + from_now);
    let (date, time) = then.split_once('T').unwrap();
    let parts: Vec<&str> = date.split('-').collect();
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = months[parts[1].parse::<usize>().unwrap() - 1];
    format!(
        "Mon, {} {month} {} {} GMT",
        parts[2],
        parts[0],
        time.trim_end_matches('Z')
    )
}

fn humantime_date(time: std::time::SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

#[test]
fn a_wait_that_is_too_long_ends_the_question_and_is_named() {
    let body = json!({"error": {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED",
        "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3600s"}]}});
    let server = Server::saying(status("429 Too Many Requests", "", &body.to_string()));
    let mut config = at("gemini", &server.address);
    config.retries = Some(4);
    let error = ask(&config, &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::RateLimited);
    assert!(error.hint.contains("1h"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn an_answer_that_breaks_off_is_asked_for_again_and_paid_for() {
    let half = format!("{STREAM}{}", piece_of("this half of an answer is lost"));
    let server = Server::saying_in_turn(vec![half, chat(&["who", "le"])]);
    let mut config = at("openai", &server.address);
    config.retries = Some(1);
    let answer = ask(&config, &question("four score and seven")).unwrap();
    assert_eq!(answer.text, "whole");
    assert!(answer.input_tokens > 11 && answer.output_tokens > 7, "{answer:?}");
    assert_eq!(answer.stop, StopReason::End);
}

#[test]
fn an_answer_that_always_breaks_off_is_an_error() {
    let server = Server::saying(format!("{STREAM}{}", piece_of("half")));
    let error = ask(&at("openai", &server.address), &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::Unreachable);
    assert!(error.message.contains("broke off after 4 bytes"), "{error}");
}

#[test]
fn a_refused_connection_is_an_error_that_names_the_address() {
    let mut config = at("openai", "http://127.0.0.1:9");
    config.retries = Some(1);
    let error = ask(&config, &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::Unreachable);
    assert!(
        error.message.contains("asked 2 times") && error.hint.contains("127.0.0.1:9"),
        "{error}"
    );
}

#[test]
fn an_error_in_the_middle_of_an_answer_is_what_it_would_have_been_at_its_beginning() {
    let event = |body: &str| format!("{STREAM}event: error\ndata: {body}\n\n");
    let cases = [
        (
            "anthropic",
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Kind::RateLimited,
        ),
        (
            "anthropic",
            r#"{"type":"error","error":{"type":"authentication_error","message":"no"}}"#,
            Kind::Unauthorized,
        ),
        (
            "openai",
            r#"{"error":{"code":502,"message":"Provider disconnected"}}"#,
            Kind::Unreachable,
        ),
        (
            "gemini",
            r#"{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}"#,
            Kind::RateLimited,
        ),
        (
            "ollama",
            r#"{"error":"model runner has unexpectedly stopped"}"#,
            Kind::Unreachable,
        ),
    ];
    for (provider, body, kind) in cases {
        let server = Server::saying(event(body));
        let error = ask(&at(provider, &server.address), &question("?")).unwrap_err();
        assert_eq!(error.kind, kind, "{provider} {body}: {error}");
    }
}

#[test]
fn a_refusal_is_an_error_of_its_kind_and_not_asked_for_again() {
    let cases = [
        (
            "openai",
            r#"{"choices":[{"delta":{"refusal":"I cannot"},"finish_reason":null}]}"#,
        ),
        (
            "openai",
            r#"{"choices":[{"delta":{},"finish_reason":"content_filter"}]}"#,
        ),
        (
            "anthropic",
            r#"{"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":1}}"#,
        ),
        ("gemini", r#"{"candidates":[{"finishReason":"SAFETY"}]}"#),
        (
            "gemini",
            r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}"#,
        ),
    ];
    for (provider, event) in cases {
        let server = Server::saying(format!("{STREAM}data: {event}\n\n"));
        let mut config = at(provider, &server.address);
        config.retries = Some(3);
        let error = ask(&config, &question("?")).unwrap_err();
        assert_eq!(error.kind, Kind::Declined, "{provider} {event}: {error}");
        assert_eq!(server.requests().len(), 1, "{provider} {event}");
    }
}

#[test]
fn an_answer_at_its_limit_says_so() {
    let cases = [
        (
            "openai",
            r#"{"choices":[{"delta":{"content":"cut"},"finish_reason":"length"}]}"#,
        ),
        (
            "gemini",
            r#"{"candidates":[{"content":{"parts":[{"text":"cut"}]},"finishReason":"MAX_TOKENS"}]}"#,
        ),
        (
            "ollama",
            r#"{"message":{"content":"cut"},"done":true,"done_reason":"length"}"#,
        ),
        (
            "anthropic",
            r#"{"type":"message","content":[{"type":"text","text":"cut"}],"stop_reason":"max_tokens"}"#,
        ),
    ];
    for (provider, event) in cases {
        let server = Server::saying(format!("{STREAM}data: {event}\n\n"));
        let answer = ask(&at(provider, &server.address), &question("?")).unwrap();
        assert_eq!(
            (answer.text.as_str(), answer.stop),
            ("cut", StopReason::Length),
            "{provider}"
        );
    }
}

#[test]
fn thoughts_are_billed_and_are_no_part_of_the_answer() {
    let event = json!({
        "candidates": [{"content": {"parts": [{"text": "hmm", "thought": true}, {"text": "yes"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 1, "thoughtsTokenCount": 30},
    });
    let server = Server::saying(format!("{STREAM}data: {event}\n\n"));
    let answer = ask(&at("gemini", &server.address), &question("?")).unwrap();
    assert_eq!(
        (answer.text.as_str(), answer.input_tokens, answer.output_tokens),
        ("yes", 5, 31)
    );
}

#[test]
fn tokens_from_and_for_the_cache_are_counted() {
    let start = json!({"type": "message_start", "message": {"usage":
        {"input_tokens": 3, "cache_creation_input_tokens": 10, "cache_read_input_tokens": 100}}});
    let text = json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "yes"}});
    let end =
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}});
    let server = Server::saying(format!(
        "{STREAM}data: {start}\n\ndata: {text}\n\ndata: {end}\n\n"
    ));
    let answer = ask(&at("anthropic", &server.address), &question("?")).unwrap();
    assert_eq!((answer.input_tokens, answer.output_tokens), (113, 2));
}

#[test]
fn without_counts_tokens_are_estimated() {
    let event = r#"{"choices":[{"delta":{"content":"12345678"},"finish_reason":"stop"}]}"#;
    let server = Server::saying(format!("{STREAM}data: {event}\n\n"));
    let prompt = question("?");
    let answer = ask(&at("openai", &server.address), &prompt).unwrap();
    assert_eq!(
        (answer.input_tokens, answer.output_tokens),
        (prompt.estimated_tokens(), 2)
    );
}

#[test]
fn a_server_that_does_not_stream_is_understood() {
    let cases = [
        (
            "openai",
            json!({"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9, "completion_tokens": 1}}),
        ),
        (
            "anthropic",
            json!({"type": "message", "content": [{"type": "text", "text": "yes"}], "stop_reason": "end_turn", "usage": {"input_tokens": 9, "output_tokens": 1}}),
        ),
        (
            "gemini",
            json!([{"candidates": [{"content": {"parts": [{"text": "ye"}]}}]}, {"candidates": [{"content": {"parts": [{"text": "s"}]}, "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 1}}]),
        ),
        (
            "ollama",
            json!({"message": {"content": "yes"}, "done": true, "prompt_eval_count": 9, "eval_count": 1}),
        ),
    ];
    for (provider, body) in cases {
        let server = Server::saying(status("200 OK", "", &body.to_string()));
        let answer = ask(&at(provider, &server.address), &question("?")).unwrap();
        assert_eq!((answer.text.as_str(), answer.tokens()), ("yes", 10), "{provider}");
    }
}

#[test]
fn comments_long_pauses_and_odd_line_ends_are_part_of_streams() {
    let body = ": PROCESSING\r\n\r\nevent: x\r\nid: 1\r\ndata: {\"choices\":[{\"delta\":\r\ndata: {\"content\":\"ready\"},\"finish_reason\":\"stop\"}]}\r\n\r\ndata:[DONE]\r\n\r\n";
    let server = Server::saying(format!("{STREAM}{body}"));
    assert_eq!(
        ask(&at("openai", &server.address), &question("?")).unwrap().text,
        "ready"
    );
}

#[test]
fn a_server_that_stays_after_the_end_is_not_waited_for() {
    let server = Server::start(|_, stream| {
        stream.write_all(chat(&["ready"]).as_bytes()).unwrap();
        std::thread::sleep(Duration::from_secs(30));
    });
    let started = Instant::now();
    assert_eq!(
        ask(&at("openai", &server.address), &question("?")).unwrap().text,
        "ready"
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn answers_and_headers_are_bounded() {
    let flood = |piece: String| {
        Server::start(move |_, stream| {
            let _ = stream.write_all(STREAM.as_bytes());
            while stream.write_all(piece.as_bytes()).is_ok() {}
        })
    };
    let headers = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        while stream
            .write_all(format!("x-flood: {}\r\n", "x".repeat(1000)).as_bytes())
            .is_ok()
        {}
    });
    for server in [
        flood("x".repeat(1 << 16)),
        flood(piece_of(&"y".repeat(1 << 16))),
        headers,
    ] {
        let mut config = at("openai", &server.address);
        config.retries = Some(3);
        let error = ask(&config, &question("?")).unwrap_err();
        assert_eq!(error.kind, Kind::Malformed, "{error}");
        assert_eq!(server.requests().len(), 1, "{error}");
        assert!(server.wait_for_closed(1, Duration::from_secs(5)));
    }
}

#[test]
fn what_is_no_api_is_an_error_that_says_so() {
    let page = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html>log in</html>";
    for (said, message) in [(page, "web page"), ("SSH-2.0-OpenSSH_9.9\r\n", "not HTTP")] {
        let server = Server::saying(said);
        let error = ask(&at("openai", &server.address), &question("?")).unwrap_err();
        assert_eq!(error.kind, Kind::Malformed, "{error}");
        assert!(
            error.message.contains(message) && error.hint.contains("base_url"),
            "{error}"
        );
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let elsewhere = Server::saying(chat(&["mine now"]));
    for line in [
        "301 Moved Permanently",
        "302 Found",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
    ] {
        let place = format!("location: {}/v1/chat/completions?q=1\r\n", elsewhere.address);
        let server = Server::saying(status(line, &place, ""));
        let error = ask(&at("openai", &server.address), &question("?")).unwrap_err();
        assert_eq!(error.kind, Kind::Configuration, "{error}");
        assert!(error.message.contains(&elsewhere.address), "{error}");
    }
    assert!(elsewhere.requests().is_empty());
}

#[test]
fn a_member_that_the_server_rejects_is_left_out_from_then_on() {
    let rejects = |message: &str| status("400 Bad Request", "", &error(message, "invalid_request_error"));
    let server = Server::saying_in_turn(vec![
        rejects(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        ),
        rejects("Unsupported value: 'temperature' does not support 0.5 with this model."),
        // As the server of llama-cpp-python says it.
        status(
            "500 Internal Server Error",
            "",
            &error(
                "1 validation error: {'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}",
                "internal_server_error",
            ),
        ),
        chat(&["{}"]),
    ]);
    let model = crate::support::open(&at("openai", &server.address));
    let mut prompt = question("?");
    prompt.temperature = Some(0.5);
    prompt.schema = Some(json!({"type": "object", "title": "Verdict"}));
    crate::support::block_on(async {
        assert_eq!(model.complete(&prompt).await.unwrap().text, "{}");
        assert_eq!(model.complete(&prompt).await.unwrap().text, "{}");
    });
    let requests = server.requests();
    assert_eq!(requests.len(), 5);
    for request in &requests[3..] {
        let body = &request.body;
        assert_eq!(body["max_completion_tokens"], 100);
        assert!(
            body["max_tokens"].is_null()
                && body["temperature"].is_null()
                && body["response_format"].is_null()
        );
        let system = body["messages"][0]["content"].as_str().unwrap();
        assert!(
            system.starts_with("be brief") && system.contains("Verdict"),
            "{system}"
        );
    }
}

#[test]
fn a_schema_is_put_into_words_where_a_provider_rejects_it() {
    let rejected = error(
        "output_config: Extra inputs are not permitted",
        "invalid_request_error",
    );
    let whole =
        json!({"type": "message", "content": [{"type": "text", "text": "{}"}], "stop_reason": "end_turn"});
    let server = Server::saying_in_turn(vec![
        status("400 Bad Request", "", &rejected),
        status("200 OK", "", &whole.to_string()),
    ]);
    let mut prompt = question("what?");
    prompt.schema = Some(json!({"type": "object", "title": "Verdict"}));
    assert_eq!(
        ask(&at("anthropic", &server.address), &prompt).unwrap().text,
        "{}"
    );
    let body = &server.requests()[1].body;
    assert!(body["system"].as_str().unwrap().contains("Verdict"), "{body}");
    assert_eq!(body["messages"], json!([{"role": "user", "content": "what?"}]));
}
