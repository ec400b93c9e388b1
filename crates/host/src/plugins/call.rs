//! One call of a plug-in, in any kind of process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use unbreak_plugin_abi::status;

use super::error::PluginErrorKind;

/// The limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// The longest time for opening a library, during which it may run any code.
    pub open: Duration,
    /// The longest silence of a parser, and of a strategy that assesses.
    pub parse: Duration,
    /// The longest silence of a strategy that proposes: each of its questions restarts the time.
    pub propose: Duration,
    /// The same for a tool.
    pub tool: Duration,
    /// The longest answer.
    pub reply_bytes: usize,
    /// The most private memory of the process that a plug-in runs in.
    pub memory_bytes: u64,
}

impl Default for CallLimits {
    fn default() -> Self {
        Self {
            open: Duration::from_secs(10),
            parse: Duration::from_secs(10),
            propose: Duration::from_secs(120),
            tool: Duration::from_secs(3600),
            reply_bytes: 64 << 20,
            memory_bytes: 1 << 30,
        }
    }
}

/// A call.
pub(super) struct Request<'a> {
    pub(super) id: &'a str,
    pub(super) method: &'a str,
    pub(super) payload: Vec<u8>,
    /// The longest silence.
    pub(super) patience: Duration,
    /// True if the result is no longer wanted.
    pub(super) stop: &'a AtomicBool,
}

/// How long a plug-in may take to notice that its result is no longer wanted.
const GRACE: Duration = Duration::from_secs(2);
/// The interval between two checks whether the result is still wanted.
const LOOK: Duration = Duration::from_millis(100);

/// Measures a plug-in's silence.
pub(super) struct Patience<'a> {
    since: Instant,
    limit: Duration,
    stop: &'a AtomicBool,
    stopped: Option<Instant>,
}

impl<'a> Patience<'a> {
    pub(super) fn new(limit: Duration, stop: &'a AtomicBool) -> Self {
        Self {
            since: Instant::now(),
            limit,
            stop,
            stopped: None,
        }
    }

    /// Restarts the time after a message.
    pub(super) fn renew(&mut self) {
        self.since = Instant::now();
    }

    /// The time until which to wait before the next check; an error if the limit is reached.
    pub(super) fn next(&mut self) -> Result<Instant, PluginErrorKind> {
        let now = Instant::now();
        if self.stopped.is_none() && self.stop.load(Ordering::Relaxed) {
            self.stopped = Some(now);
        }
        let mut end = self.since + self.limit;
        if let Some(stopped) = self.stopped {
            end = end.min(stopped + GRACE);
        }
        if now < end {
            return Ok(end.min(now + LOOK));
        }
        Err(PluginErrorKind::Hung(now.duration_since(self.since)))
    }
}

/// An answer, in either direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u32,
    pub(super) bytes: Vec<u8>,
}

impl Answer {
    pub(super) fn ok(bytes: Vec<u8>) -> Self {
        Self {
            status: status::OK,
            bytes,
        }
    }

    pub(super) fn no(status: u32, message: impl Into<String>) -> Self {
        Self {
            status,
            bytes: message.into().into_bytes(),
        }
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Answers a plug-in's questions: method and payload.
pub(super) type Port<'a> = &'a mut dyn FnMut(&str, &[u8]) -> Answer;

/// The environment that a plug-in runs in.
pub(super) trait Transport: Send {
    /// Makes a call and answers its questions. After an error nothing more can be called.
    fn call(&mut self, request: Request<'_>, port: Port<'_>) -> Result<Answer, PluginErrorKind>;
}
