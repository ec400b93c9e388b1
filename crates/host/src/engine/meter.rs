//! Keeps apart what strategies spend in tools they run from what the engine itself takes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, Runner};

/// A runner that adds up the time its commands take.
pub(crate) struct Metered<'a> {
    runner: &'a dyn Runner,
    spent_us: AtomicU64,
}

impl<'a> Metered<'a> {
    pub(crate) fn new(runner: &'a dyn Runner) -> Self {
        Self {
            runner,
            spent_us: AtomicU64::new(0),
        }
    }

    /// The time spent so far.
    pub(crate) fn spent(&self) -> Duration {
        Duration::from_micros(self.spent_us.load(Ordering::Relaxed))
    }
}

#[async_trait]
impl Runner for Metered<'_> {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let started = Instant::now();
        let done = self.runner.run(command).await;
        let took = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.spent_us.fetch_add(took, Ordering::Relaxed);
        done
    }
}
