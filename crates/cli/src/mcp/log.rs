//! The log for clients that show a server's log (revisions before 2026-07-28).
#![expect(deprecated, reason = "revisions before 2026-07-28 have logging of their own")]

use std::sync::{Mutex, PoisonError};

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::{Peer, RoleServer};

/// The level that a client wants; `None` until it sets one.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<Option<LoggingLevel>>);

impl Log {
    /// From now on the client receives messages of this level and above.
    pub(super) fn set_level(&self, level: LoggingLevel) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(level);
    }

    fn hears_progress(&self) -> bool {
        let level = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(*level, Some(LoggingLevel::Debug | LoggingLevel::Info))
    }

    /// Reports what a tool is doing.
    pub(super) async fn tell(&self, peer: &Peer<RoleServer>, tool: &str, what: &str) {
        if self.hears_progress() {
            let mut told = LoggingMessageNotificationParam::new(LoggingLevel::Info, what.into());
            told.logger = Some(tool.to_owned());
            // A client that no longer listens is noticed elsewhere.
            let _ = peer.notify_logging_message(told).await;
        }
    }
}
