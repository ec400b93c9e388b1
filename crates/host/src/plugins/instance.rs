//! A loaded plug-in: calls it, one at a time, until it fails for good.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use unbreak_core::Options;
use unbreak_core::redact::redact;
use unbreak_core::registry::Kind;
use unbreak_plugin_abi::messages::{self, method, question};
use unbreak_plugin_abi::status;

use super::call::{Answer, CallLimits, Port, Request, Transport};
use super::error::{PluginError, PluginErrorKind};
use super::grant::Grants;

/// A loaded plug-in.
pub(super) struct Instance {
    plugin: String,
    pub(super) grants: Grants,
    pub(super) limits: CallLimits,
    /// The transport, or the reason why it is no longer called after a failure.
    transport: Mutex<Result<Box<dyn Transport>, String>>,
}

/// A flag that never interrupts a call.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Instance {
    pub(super) fn new(
        plugin: impl Into<String>,
        grants: Grants,
        limits: CallLimits,
        transport: Box<dyn Transport>,
    ) -> Self {
        Self {
            plugin: plugin.into(),
            grants,
            limits,
            transport: Mutex::new(Ok(transport)),
        }
    }

    pub(super) fn error(&self, kind: PluginErrorKind) -> PluginError {
        PluginError::new(&self.plugin, kind)
    }

    /// Its contents.
    pub(super) fn describe(&self) -> Result<messages::Description, PluginError> {
        self.ask("", method::DESCRIBE, b"null".to_vec())
    }

    /// A quick call without capabilities.
    pub(super) fn ask<T: DeserializeOwned>(
        &self,
        id: &str,
        method: &str,
        payload: Vec<u8>,
    ) -> Result<T, PluginError> {
        let bytes = self.call(id, method, payload, self.limits.parse, &NEVER, &mut ask_nothing)?;
        self.understand(&bytes)
    }

    /// Gives one of its plug-ins options; returns the name that calls use for it from then on, and its new
    /// description.
    pub(super) fn configure<T: DeserializeOwned>(
        &self,
        kind: Kind,
        id: &str,
        options: &Options,
    ) -> Result<(String, T), PluginError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let name = format!("{id}#{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let request = messages::Configure {
            kind,
            name,
            options: options.clone(),
        };
        let entry = self.ask(id, method::CONFIGURE, messages::header(&request))?;
        Ok((request.name, entry))
    }

    /// Stops calling it.
    pub(super) fn give_up(&self, kind: &PluginErrorKind) {
        let mut held = self.transport.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_ok() {
            *held = Err(kind.to_string());
        }
    }

    pub(super) fn understand<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, PluginError> {
        messages::read(bytes).map_err(|error| self.error(PluginErrorKind::Garbage(error.to_string())))
    }

    /// Makes a call. After a crash, a hang or a flood, all calls fail.
    pub(super) fn call(
        &self,
        id: &str,
        method: &str,
        payload: Vec<u8>,
        patience: Duration,
        stop: &AtomicBool,
        port: Port<'_>,
    ) -> Result<Vec<u8>, PluginError> {
        let request = Request {
            id,
            method,
            payload,
            patience,
            stop,
        };
        let mut port = |name: &str, payload: &[u8]| match name {
            question::LOG => self.log(payload),
            _ => port(name, payload),
        };
        let mut held = self.transport.lock().unwrap_or_else(PoisonError::into_inner);
        let transport = match held.as_mut() {
            Ok(transport) => transport,
            Err(reason) => return Err(self.error(PluginErrorKind::Dead(reason.clone()))),
        };
        match transport.call(request, &mut port) {
            Ok(Answer {
                status: status::OK,
                bytes,
            }) => Ok(bytes),
            Ok(answer) if answer.status == status::PANIC => {
                Err(self.error(PluginErrorKind::Panicked(answer.text())))
            }
            Ok(answer) => Err(self.error(PluginErrorKind::Refused {
                status: answer.status,
                message: answer.text(),
            })),
            Err(kind) => {
                *held = Err(kind.to_string());
                Err(self.error(kind))
            }
        }
    }

    fn log(&self, payload: &[u8]) -> Answer {
        let Ok(log) = messages::read::<messages::Log>(payload) else {
            return Answer::no(status::INPUT, "the log entry cannot be read");
        };
        let (plugin, about, message) = (&self.plugin, &log.target, redact(&log.message));
        match log.level.as_str() {
            "error" => tracing::error!(%plugin, %about, "{message}"),
            "warn" => tracing::warn!(%plugin, %about, "{message}"),
            "info" => tracing::info!(%plugin, %about, "{message}"),
            "debug" => tracing::debug!(%plugin, %about, "{message}"),
            _ => tracing::trace!(%plugin, %about, "{message}"),
        }
        Answer::ok(b"null".to_vec())
    }
}

fn ask_nothing(name: &str, _: &[u8]) -> Answer {
    match name {
        question::CANCELLED => Answer::ok(b"false".to_vec()),
        _ => Answer::no(status::DENIED, format!("'{name}' in this call")),
    }
}
