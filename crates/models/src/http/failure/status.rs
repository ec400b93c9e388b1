//! The meaning of a status and an error body.

use serde_json::Value;
use unbreak_core::ModelErrorKind;

use super::{Failure, Hope, wait};

/// Words in messages about prompts that are too long: OpenAI, Anthropic, Gemini, llama.cpp, vLLM, LM Studio.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "maximum context length",
    "context length",
    "context size",
    "context window",
    "prompt is too long",
    "maximum number of tokens",
    "input is too long",
    "too many tokens",
    "exceed_context_size",
];

/// Words in messages about declined answers.
const DECLINED: &[&str] = &[
    "content_filter",
    "content_policy",
    "content management policy",
    "safety system",
];

/// Words in messages about exhausted credit: waiting does not help.
const SPENT: &[&str] = &[
    "insufficient_quota",
    "credit balance is too low",
    "insufficient credits",
];

/// Types of errors in the middle of an answer, and the status that they would have been at its beginning.
const STATUS_OF_TYPE: &[(&str, u16)] = &[
    ("overloaded_error", 529),
    ("api_error", 500),
    ("server_error", 500),
    ("internal_error", 500),
    ("rate_limit_error", 429),
    ("rate_limit_exceeded", 429),
    ("RESOURCE_EXHAUSTED", 429),
    ("UNAVAILABLE", 503),
    ("INTERNAL", 500),
    ("DEADLINE_EXCEEDED", 504),
    ("timeout_error", 504),
    ("authentication_error", 401),
    ("permission_error", 403),
    ("not_found_error", 404),
    ("invalid_request_error", 400),
    ("request_too_large", 413),
];

/// A refusal. `waits` are the headers `retry-after-ms` and `retry-after`; the key has been removed from the
/// body.
pub(in crate::http) fn of_status(status: u16, waits: &[String; 2], body: &str) -> Failure {
    let parsed: Option<Value> = serde_json::from_str(body).ok();
    let error = parsed.as_ref().map(error_in);
    let after = wait::of_headers(waits).or_else(|| wait::of_details(error?));
    let kind = kind_of(status, body);
    let said = error.map_or_else(|| shortened(body), said_in);
    let can_pass = matches!(kind, ModelErrorKind::RateLimited | ModelErrorKind::Unreachable);
    let failure = Failure {
        status: Some(status),
        ..Failure::new(kind, format!("status {status}{said}"))
    };
    if status == 402 || is_spent(body) {
        return failure.hint("there is nothing left to spend with this provider: see its billing page");
    }
    match after {
        Some(wait) if can_pass => {
            let time = humantime::format_duration(wait);
            let hint = format!("the server asks to wait {time}; or use another model with --model");
            failure.hope(Hope::RetryAfter(wait)).hint(hint)
        }
        None if can_pass => failure.hope(Hope::Retry),
        _ => failure,
    }
}

/// An error in the middle of an answer. `text` is the same without the key.
pub(in crate::http) fn in_stream(error: &Value, text: &str) -> Failure {
    let number = error
        .get("code")
        .and_then(Value::as_u64)
        .and_then(|code| u16::try_from(code).ok());
    let words = ["type", "code", "status"].map(|key| error.get(key).and_then(Value::as_str));
    let named = words.iter().flatten().find_map(|word| {
        let known = STATUS_OF_TYPE.iter().find(|(kind, _)| kind == word);
        known.map(|(_, status)| *status)
    });
    // An error without details counts as one of the server.
    of_status(
        number.or(named).unwrap_or(500),
        &[String::new(), String::new()],
        text,
    )
}

fn kind_of(status: u16, body: &str) -> ModelErrorKind {
    let says = |words: &[&str]| words.iter().any(|word| body.contains(word));
    match status {
        413 => ModelErrorKind::TooLong,
        400 | 422 | 500 if says(TOO_LONG) => ModelErrorKind::TooLong,
        400 | 403 | 422 if says(DECLINED) => ModelErrorKind::Declined,
        400 if body.contains("API_KEY_INVALID") => ModelErrorKind::Unauthorized,
        401 | 403 => ModelErrorKind::Unauthorized,
        429 | 503 | 529 => ModelErrorKind::RateLimited,
        408 | 500..=599 => ModelErrorKind::Unreachable,
        _ => ModelErrorKind::Rejected,
    }
}

fn is_spent(body: &str) -> bool {
    SPENT.iter().any(|word| body.contains(word))
}

/// The error itself: most servers wrap it, some in an array.
fn error_in(body: &Value) -> &Value {
    let body = body.get(0).unwrap_or(body);
    body.get("error").unwrap_or(body)
}

/// Its message, and the parameter that it is about.
fn said_in(error: &Value) -> String {
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    let message = error
        .as_str()
        .or_else(|| text("message"))
        .or_else(|| text("detail"));
    let message = message.map_or_else(|| shortened(&error.to_string()), shortened);
    match text("param") {
        Some(param) => format!("{message} ({param})"),
        None => message,
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        _ if line.is_empty() => String::new(),
        Some((end, _)) => format!(": {}…", &line[..end]),
        None => format!(": {line}"),
    }
}
