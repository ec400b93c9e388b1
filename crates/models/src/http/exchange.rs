//! One request and its answer, on a thread of its own.
//!
//! The thread blocks on a socket; the caller that waits for the answer does not. When the waiting future is
//! dropped, the connection is shut down, which ends the thread. A thread of the runtime's pool is not
//! suitable: a runtime waits for these when it ends.

use std::error::Error as _;
use std::io;
use std::sync::{Arc, OnceLock};

use secrecy::SecretString;
use serde_json::Value;
use tokio::sync::oneshot;
use ureq::http::{Response, StatusCode};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body};

use super::endpoint::Call;
use super::failure::{self, Failure};
use super::messages::{Framing, Messages};
use super::{Answer, Wire};
use crate::key::without;

/// The most bytes of an error that are read.
const LONGEST_ERROR: u64 = 64 << 10;

/// The most bytes of headers that are accepted.
const LONGEST_HEADERS: usize = 32 << 10;

/// Sends a request and reads its answer. Dropping the future closes the connection.
pub(super) async fn exchange<W: Wire>(call: Call, wire: Arc<W>) -> Result<Answer, Failure> {
    let agent = agent(&call);
    let _guard = Hangup(Some(agent.clone()));
    let (sender, receiver) = oneshot::channel();
    let thread = std::thread::Builder::new().name("model".to_owned());
    let started = thread.spawn(move || {
        // The answer may no longer be wanted.
        let _ = sender.send(talk(&agent, &call, &*wire));
    });
    started.map_err(|error| failure::unreachable(format!("no thread could be started: {error}")))?;
    let died = |_| Err(failure::unreachable("the request was given up".to_owned()));
    receiver.await.unwrap_or_else(died)
}

/// Shuts the connections of an agent down when it is dropped.
struct Hangup(Option<Agent>);

impl Drop for Hangup {
    fn drop(&mut self) {
        if let Some(agent) = self.0.take() {
            agent.shutdown();
        }
    }
}

/// A client for one request, so that shutting it down ends no other request.
fn agent(call: &Call) -> Agent {
    let crypto = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(crypto);
    let tls = match call.url.starts_with("https:") {
        true => tls.root_certs(RootCerts::Specific(authorities())),
        false => tls,
    };
    let config = Agent::config_builder()
        .tls_config(tls.build())
        .http_status_as_error(false)
        .max_redirects(0)
        .max_response_header_size(LONGEST_HEADERS)
        .user_agent(concat!("unbreak/", env!("CARGO_PKG_VERSION")))
        .timeout_global(Some(call.times.whole))
        .timeout_connect(Some(call.times.idle))
        .timeout_recv_response(Some(call.times.idle))
        .timeout_per_read(Some(call.times.idle))
        .timeout_per_write(Some(call.times.idle));
    // Requests to this machine use no proxy.
    let config = match call.is_local {
        true => config.proxy(None),
        false => config,
    };
    Agent::new_with_config(config.build())
}

/// The certificates that this system trusts (or those in `SSL_CERT_FILE`), read once.
fn authorities() -> Arc<Vec<Certificate<'static>>> {
    static READ: OnceLock<Arc<Vec<Certificate<'static>>>> = OnceLock::new();
    let read = || {
        let found = rustls_native_certs::load_native_certs();
        for error in &found.errors {
            tracing::warn!("certificates that cannot be read: {error}");
        }
        let certificates = found
            .certs
            .iter()
            .map(|der| Certificate::from_der(der).to_owned());
        Arc::new(certificates.collect())
    };
    Arc::clone(READ.get_or_init(read))
}

fn talk(agent: &Agent, call: &Call, wire: &dyn Wire) -> Result<Answer, Failure> {
    let mut request = agent.post(&call.url).content_type("application/json");
    for (name, value) in &call.headers {
        request = request.header(name, value);
    }
    let response = request
        .send(&call.body[..])
        .map_err(|error| failure::of_client(&error, call.times))?;
    match response.status() {
        StatusCode::OK => read(response, wire, call),
        status if status.is_redirection() => Err(redirected(&response)),
        _ => Err(refused(response, call.key.as_ref())),
    }
}

fn read(response: Response<Body>, wire: &dyn Wire, call: &Call) -> Result<Answer, Failure> {
    let kind = header(&response, "content-type");
    if kind.starts_with("text/html") {
        return Err(failure::not_an_api());
    }
    let body = response.into_body().into_with_config().limit(u64::MAX);
    let mut messages = Messages::new(body.reader(), Framing::of(&kind));
    let mut answer = Answer::default();
    loop {
        let message = match messages.next() {
            Ok(Some(message)) if message != b"[DONE]" => message,
            Ok(_) => break,
            // The answer is complete, so the rest is not waited for.
            Err(_) if answer.stop.is_some() => break,
            Err(error) => return Err(broken(&error, call).having_begun(answer)),
        };
        if let Err(failure) = take(&message, wire, &mut answer, call.key.as_ref()) {
            return Err(failure.having_begun(answer));
        }
    }
    match answer.stop {
        Some(_) => Ok(answer),
        None => Err(failure::broken_off(answer.text.len()).having_begun(answer)),
    }
}

/// Reads a message into the answer.
fn take(
    message: &[u8],
    wire: &dyn Wire,
    answer: &mut Answer,
    key: Option<&SecretString>,
) -> Result<(), Failure> {
    let Ok(message) = serde_json::from_slice::<Value>(message) else {
        let text = String::from_utf8_lossy(message);
        return Err(failure::malformed(&without(key, &text)));
    };
    // Gemini sends an array if it is not asked for events.
    let messages = match &message {
        Value::Array(messages) => messages.as_slice(),
        one => std::slice::from_ref(one),
    };
    for message in messages {
        if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
            return Err(failure::in_stream(error, &without(key, &error.to_string())));
        }
        wire.read(message, answer);
    }
    Ok(())
}

/// A connection that broke while an answer was read.
fn broken(error: &io::Error, call: &Call) -> Failure {
    if error.kind() == io::ErrorKind::FileTooLarge {
        return failure::too_much(&error.to_string());
    }
    let inner = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<ureq::Error>());
    match inner {
        Some(inner) => failure::of_client(inner, call.times),
        None => {
            let cause = error
                .source()
                .map(|cause| format!(": {cause}"))
                .unwrap_or_default();
            failure::unreachable(format!("the connection broke: {error}{cause}"))
        }
    }
}

fn refused(response: Response<Body>, key: Option<&SecretString>) -> Failure {
    let status = response.status().as_u16();
    let waits = ["retry-after-ms", "retry-after"].map(|name| header(&response, name));
    let mut body = Vec::new();
    let reader = response.into_body().into_with_config().limit(u64::MAX).reader();
    // A partly read error is better than none.
    let _ = io::Read::read_to_end(&mut io::Read::take(reader, LONGEST_ERROR), &mut body);
    let body = String::from_utf8_lossy(&body);
    failure::of_status(status, &waits, &without(key, &body))
}

/// A redirect is not followed: the key, and the source code in the prompt, are sent to the configured address
/// only.
fn redirected(response: &Response<Body>) -> Failure {
    let place = header(response, "location");
    failure::redirected(place.split('?').next().unwrap_or_default())
}

fn header(response: &Response<Body>, name: &str) -> String {
    let value = response.headers().get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().trim().to_owned()
}
