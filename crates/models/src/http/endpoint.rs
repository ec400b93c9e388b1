//! The address of a model, its key, and its time limits.

use std::net::IpAddr;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Map, Value};
use unbreak_core::redact::{is_secret_name, redact};
use unbreak_core::{ModelError, ModelLimits};
use ureq::http::{HeaderName, HeaderValue, Uri};

use super::Wire;
use super::retry::{self, Retry};
use crate::config::{ModelConfig, time, wrong};
use crate::key::Key;
use crate::provider::Opening;

/// The longest an answer may take unless the configuration says otherwise.
const TIMEOUT: Duration = Duration::from_secs(600);

/// The longest a server may be silent unless the configuration says otherwise.
const IDLE_TIMEOUT: Duration = Duration::from_secs(120);

/// The address of a model and how to ask it.
pub(super) struct Endpoint {
    /// The name that the operator gave it.
    pub(super) name: String,
    /// The name that the provider gave it.
    pub(super) model: String,
    /// The address without a slash at its end, and the query that follows each path.
    pub(super) base: String,
    query: String,
    /// Whether the host is this machine.
    is_local: bool,
    pub(super) key: Key,
    key_header: Option<HeaderName>,
    headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) body: Map<String, Value>,
    pub(super) limits: ModelLimits,
    pub(super) times: Times,
    pub(super) retry: Retry,
}

/// The time limits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    /// For a whole answer.
    pub(super) whole: Duration,
    /// For the next sign of life.
    pub(super) idle: Duration,
}

/// A request that is ready to be sent.
pub(super) struct Call {
    pub(super) url: String,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) body: Vec<u8>,
    pub(super) times: Times,
    pub(super) is_local: bool,
    /// Needed to remove it from the server's messages.
    pub(super) key: Option<SecretString>,
}

impl Endpoint {
    /// The place that a configuration describes.
    ///
    /// # Errors
    /// If it cannot be asked there.
    pub(super) fn of(opening: &Opening<'_>) -> Result<Self, ModelError> {
        let Opening {
            name,
            config,
            provider,
            ..
        } = opening;
        let given = config
            .base_url
            .as_deref()
            .or(provider.base_url)
            .unwrap_or_default();
        let is_local = check_address(name, given, config)?;
        let (base, query) = given.split_once('?').unwrap_or((given, ""));
        let key_header = config
            .key_header
            .as_deref()
            .map(|header| header_name(name, header));
        Ok(Self {
            name: (*name).to_owned(),
            model: config.model.clone().unwrap_or_default(),
            base: base.trim_end_matches('/').to_owned(),
            query: query.to_owned(),
            is_local,
            key: Key::new(config.key_source(provider), opening.runner.clone()),
            key_header: key_header.transpose()?,
            headers: headers(name, config)?,
            body: config.body.clone().unwrap_or_default(),
            limits: config.limits(provider.limits),
            times: Times {
                whole: time(name, "timeout", config.timeout.as_ref(), TIMEOUT)?,
                idle: time(name, "idle_timeout", config.idle_timeout.as_ref(), IDLE_TIMEOUT)?,
            },
            retry: Retry::new(config.retries.unwrap_or(retry::MOST)),
        })
    }

    /// A request in a provider's format.
    ///
    /// # Errors
    /// If the key is not valid in a header.
    pub(super) fn call(
        &self,
        wire: &dyn Wire,
        path: &str,
        body: Map<String, Value>,
        key: Option<SecretString>,
    ) -> Result<Call, ModelError> {
        let mut headers = self.headers.clone();
        let fixed = wire
            .headers()
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        headers.extend(fixed);
        if let Some(key) = &key {
            headers.push(self.key_header(wire, key)?);
        }
        Ok(Call {
            url: self.url(path),
            headers,
            body: Value::Object(body).to_string().into_bytes(),
            times: self.times,
            is_local: self.is_local,
            key,
        })
    }

    fn key_header(
        &self,
        wire: &dyn Wire,
        key: &SecretString,
    ) -> Result<(HeaderName, HeaderValue), ModelError> {
        let (name, before) = match &self.key_header {
            Some(name) => (name.clone(), ""),
            None => {
                let (name, before) = wire.key_header();
                (HeaderName::from_static(name), before)
            }
        };
        let value = HeaderValue::try_from(format!("{before}{}", key.expose_secret()));
        let mut value = value.map_err(|_| wrong(&self.name, "the key is not valid in a header"))?;
        value.set_sensitive(true);
        Ok((name, value))
    }

    fn url(&self, path: &str) -> String {
        let mark = match (self.query.is_empty(), path.contains('?')) {
            (true, _) => "",
            (false, true) => "&",
            (false, false) => "?",
        };
        format!("{}{path}{mark}{}", self.base, self.query)
    }
}

/// Checks that an address may be used; returns whether it is this machine's.
fn check_address(name: &str, address: &str, config: &ModelConfig) -> Result<bool, ModelError> {
    let refused = |message: &str| wrong(name, format!("base_url {message}: {}", redact(address)));
    let uri: Uri = address.parse().map_err(|_| refused("is not an address"))?;
    let host = uri.host().ok_or_else(|| refused("has no host"))?;
    if uri
        .authority()
        .is_some_and(|authority| authority.as_str().contains('@'))
    {
        return Err(refused("holds a user or password").hint("use key_env or key_command"));
    }
    let is_local = is_this_machine(host);
    match uri.scheme_str() {
        Some("https") => Ok(is_local),
        Some("http") if is_local || config.insecure == Some(true) => Ok(is_local),
        Some("http") => Err(refused("would send source and key in the clear")
            .hint("use https, or set insecure = true if the network is yours")),
        _ => Err(refused("is neither https nor http")),
    }
}

fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse::<IpAddr>();
    bare.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn headers(name: &str, config: &ModelConfig) -> Result<Vec<(HeaderName, HeaderValue)>, ModelError> {
    let given = config.headers.iter().flatten();
    given
        .map(|(header, value)| plain_header(name, header, value))
        .collect()
}

/// A header of the configuration. A secret in it would be stored in a file and sent to any configured
/// address.
fn plain_header(name: &str, header: &str, value: &str) -> Result<(HeaderName, HeaderValue), ModelError> {
    let looks_secret = is_secret_name(header)
        || ["authorization", "cookie", "proxy-authorization"].contains(&header.to_ascii_lowercase().as_str())
        || redact(value) != value;
    if looks_secret {
        return Err(wrong(name, format!("the header {header} looks like a key"))
            .hint("name its source with key_env or key_command, and key_header = \"...\" for its header"));
    }
    let value = HeaderValue::try_from(value);
    let value = value.map_err(|_| wrong(name, format!("the value of {header} is not valid in a header")))?;
    Ok((header_name(name, header)?, value))
}

fn header_name(name: &str, header: &str) -> Result<HeaderName, ModelError> {
    HeaderName::try_from(header).map_err(|_| wrong(name, format!("{header} is not a name of a header")))
}
