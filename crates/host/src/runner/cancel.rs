//! The operator's interrupt, as a value that can be passed around.

use std::sync::Arc;

use tokio::sync::watch;

/// Tells whether the operator has interrupted the run. Clones share their state; a cancelled token stays
/// cancelled.
#[derive(Debug, Clone)]
pub struct CancelToken(Arc<watch::Sender<bool>>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Interrupts everything that watches this token or a clone of it.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }

    /// Returns whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is cancelled.
    pub async fn cancelled(&self) {
        let mut seen = self.0.subscribe();
        // The sender lives in `self`, so waiting ends only with `true`.
        let _ = seen.wait_for(|cancelled| *cancelled).await;
    }
}

impl Default for CancelToken {
    fn default() -> Self {
        Self::new()
    }
}
