//! One call of a plug-in, whatever it runs in.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use unbreak_plugin_abi::status;

use super::error::PluginErrorKind;

/// What a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// The longest that opening a library may take: it may do anything then.
    pub open: Duration,
    /// The longest a parser may be silent, and a strategy that assesses.
    pub parse: Duration,
    /// The longest a strategy that proposes may be silent: each question it asks begins it anew.
    pub propose: Duration,
    /// The same of a tool.
    pub tool: Duration,
    /// The longest answer.
    pub reply_bytes: usize,
    /// Private memory of the process that a plug-in runs in.
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

/// A call to be made.
pub(super) struct Request<'a> {
    pub(super) id: &'a str,
    pub(super) method: &'a str,
    pub(super) payload: Vec<u8>,
    /// How long it may be silent.
    pub(super) patience: Duration,
    /// Nobody waits for the result any more.
    pub(super) stop: &'a AtomicBool,
}

/// How long a plug-in may take to notice that nobody waits.
const GRACE: Duration = Duration::from_secs(2);
/// How often it is looked whether somebody still waits.
const LOOK: Duration = Duration::from_millis(100);

/// Counts a plug-in's silence.
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

    /// It said something.
    pub(super) fn renew(&mut self) {
        self.since = Instant::now();
    }

    /// Until when to wait before this is asked again; an error when enough was waited.
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

/// What comes back, either way.
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

/// What a plug-in runs in.
pub(super) trait Transport: Send {
    /// Makes a call and answers its questions. After an error nothing more can be called.
    fn call(&mut self, request: Request<'_>, port: Port<'_>) -> Result<Answer, PluginErrorKind>;
}
