//! The failures of requests, and whether asking again can help.

mod status;
mod wait;

use std::io;
use std::time::Duration;

use unbreak_core::{ModelError, ModelErrorKind};
use ureq::Timeout;

use super::Answer;
use super::endpoint::{Endpoint, Times};

pub(super) use self::status::{in_stream, of_status};

/// A request that failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: ModelErrorKind,
    pub(super) message: String,
    /// A hint what to do about it, if it is more than that of the kind.
    hint: Option<String>,
    /// The status that the server answered with.
    pub(super) status: Option<u16>,
    pub(super) hope: Hope,
    /// The part of an answer that had arrived, which is billed.
    pub(super) begun: Option<Box<Answer>>,
}

/// Whether asking again can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hope {
    None,
    /// After some time.
    Retry,
    /// After the time that the server names.
    RetryAfter(Duration),
}

impl Failure {
    fn new(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            status: None,
            hope: Hope::None,
            begun: None,
        }
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    fn hope(self, hope: Hope) -> Self {
        Self { hope, ..self }
    }

    /// The same after this part of an answer had arrived. An answer of which nothing arrived costs nothing.
    pub(super) fn having_begun(self, answer: Answer) -> Self {
        let has_begun = !answer.text.is_empty() || answer.input_tokens.is_some();
        Self {
            begun: has_begun.then(|| Box::new(answer)),
            ..self
        }
    }

    /// The error that ends the question, after this number of retries.
    pub(super) fn into_error(self, endpoint: &Endpoint, retries: u32) -> ModelError {
        let asked = match retries {
            0 => String::new(),
            more => format!(" (asked {} times)", more + 1),
        };
        let hint = self.hint.clone().unwrap_or_else(|| self.advice(endpoint));
        ModelError::new(&endpoint.name, self.kind, self.message + &asked).hint(hint)
    }

    fn advice(&self, endpoint: &Endpoint) -> String {
        match self.kind {
            ModelErrorKind::Unauthorized => endpoint.key.source().advice(),
            ModelErrorKind::Unreachable => format!("see whether {} can be reached", endpoint.base),
            ModelErrorKind::RateLimited => "try again later, or use another model with --model".to_owned(),
            ModelErrorKind::TooLong => format!(
                "context_tokens is {}: set it to what the model {} takes",
                endpoint.limits.context_tokens, endpoint.model
            ),
            ModelErrorKind::Rejected => {
                format!(
                    "see whether {} knows the model '{}'",
                    endpoint.base, endpoint.model
                )
            }
            ModelErrorKind::Malformed => {
                format!(
                    "see whether base_url {} and the provider fit together",
                    endpoint.base
                )
            }
            _ => String::new(),
        }
    }
}

/// The model or its provider declined.
pub(super) fn declined(reason: &str) -> Failure {
    Failure::new(ModelErrorKind::Declined, format!("declined to answer: {reason}"))
        .hint("another model may answer: --model NAME")
}

/// No connection, or one that broke.
pub(super) fn unreachable(message: String) -> Failure {
    Failure::new(ModelErrorKind::Unreachable, message).hope(Hope::Retry)
}

/// The answer ended before the provider said that it was complete.
pub(super) fn broken_off(bytes: usize) -> Failure {
    unreachable(format!("the answer broke off after {bytes} bytes"))
}

/// A message that is not JSON.
pub(super) fn malformed(text: &str) -> Failure {
    let beginning: String = text.chars().take(80).collect();
    Failure::new(
        ModelErrorKind::Malformed,
        format!("the answer is not JSON: {beginning}"),
    )
    .hope(Hope::Retry)
}

/// A web page in place of an answer.
pub(super) fn not_an_api() -> Failure {
    Failure::new(ModelErrorKind::Malformed, "a web page came instead of an answer")
}

/// An answer longer than any valid one.
pub(super) fn too_much(message: &str) -> Failure {
    Failure::new(ModelErrorKind::Malformed, message)
}

/// The server redirects to another address.
pub(super) fn redirected(place: &str) -> Failure {
    Failure::new(
        ModelErrorKind::Configuration,
        format!("the server redirects to {place}"),
    )
    .hint("redirects are not followed; if you trust that place, make it the base_url")
}

/// A failure of the client.
pub(super) fn of_client(error: &ureq::Error, times: Times) -> Failure {
    match error {
        ureq::Error::Timeout(Timeout::Global | Timeout::PerCall) => {
            let limit = humantime::format_duration(times.whole);
            Failure::new(
                ModelErrorKind::Unreachable,
                format!("the answer took longer than {limit}"),
            )
            .hint("allow more with timeout")
        }
        ureq::Error::Timeout(Timeout::Connect | Timeout::Resolve) => unreachable("no connection".to_owned()),
        ureq::Error::Timeout(_) => {
            let limit = humantime::format_duration(times.idle);
            unreachable(format!("the server was silent for {limit}")).hint("allow more with idle_timeout")
        }
        ureq::Error::HostNotFound => unreachable("there is no host of that name".to_owned()),
        ureq::Error::Io(error) => of_io(error),
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) | ureq::Error::TlsRequired => insecure(error),
        ureq::Error::LargeResponseHeader(..) => Failure::new(
            ModelErrorKind::Malformed,
            "the headers of the answer are too large",
        ),
        ureq::Error::Protocol(_) => {
            Failure::new(ModelErrorKind::Malformed, format!("this is not HTTP: {error}"))
        }
        ureq::Error::ConnectProxyFailed(_) | ureq::Error::InvalidProxyUrl => {
            unreachable(format!("the proxy does not connect: {error}")).hint("see HTTPS_PROXY and NO_PROXY")
        }
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => Failure::new(
            ModelErrorKind::Configuration,
            format!("base_url cannot be used: {error}"),
        ),
        _ => unreachable(error.to_string()),
    }
}

/// TLS failures come as failures of input and output, too.
fn of_io(error: &io::Error) -> Failure {
    let is_tls = error
        .get_ref()
        .is_some_and(<dyn std::error::Error + Send + Sync>::is::<rustls::Error>);
    match is_tls {
        true => insecure(error),
        false => unreachable(format!("the connection failed: {error}")),
    }
}

fn insecure(error: &dyn std::error::Error) -> Failure {
    Failure::new(ModelErrorKind::Unreachable, format!("there is no secure connection: {error}"))
        .hint("the server's certificate must be one that this system trusts; for a server of your own, add its authority (SSL_CERT_FILE)")
}
