//! Separates the time that strategies spend in tools from the engine's own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, Conversation, Runner};

use crate::runner::ProcessRunner;

/// A runner that adds up the time its commands take.
pub(crate) struct Metered<'a> {
    runner: &'a ProcessRunner,
    clock: Clock,
}

/// The time spent so far, in microseconds; clones share it.
#[derive(Debug, Clone, Default)]
struct Clock(Arc<AtomicU64>);

impl Clock {
    fn add(&self, since: Instant) {
        let took = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.0.fetch_add(took, Ordering::Relaxed);
    }
}

impl<'a> Metered<'a> {
    pub(crate) fn new(runner: &'a ProcessRunner) -> Self {
        Self {
            runner,
            clock: Clock::default(),
        }
    }

    /// Runs a command that belongs to a fix, which may install something.
    pub(crate) async fn install(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let started = Instant::now();
        let done = self.runner.installing(command).run(command).await;
        self.clock.add(started);
        done
    }

    /// The time spent so far.
    pub(crate) fn spent(&self) -> Duration {
        Duration::from_micros(self.clock.0.load(Ordering::Relaxed))
    }
}

#[async_trait]
impl Runner for Metered<'_> {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let started = Instant::now();
        let done = self.runner.run(command).await;
        self.clock.add(started);
        done
    }

    fn elsewhere(&self, directory: &Path) -> Result<Box<dyn Runner>, CapabilityError> {
        let inner = self.runner.elsewhere(directory)?;
        let clock = self.clock.clone();
        Ok(Box::new(MeteredElsewhere { inner, clock }))
    }

    async fn converse(&self, command: &Command) -> Result<Box<dyn Conversation>, CapabilityError> {
        let inner = self.runner.converse(command).await?;
        let clock = self.clock.clone();
        Ok(Box::new(MeteredTalk { inner, clock }))
    }
}

/// A runner in another directory whose time counts too.
struct MeteredElsewhere {
    inner: Box<dyn Runner>,
    clock: Clock,
}

#[async_trait]
impl Runner for MeteredElsewhere {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let started = Instant::now();
        let done = self.inner.run(command).await;
        self.clock.add(started);
        done
    }
}

/// A conversation whose time counts too.
struct MeteredTalk {
    inner: Box<dyn Conversation>,
    clock: Clock,
}

#[async_trait]
impl Conversation for MeteredTalk {
    async fn say(&mut self, bytes: Vec<u8>, limit: Duration) -> Result<(), CapabilityError> {
        let started = Instant::now();
        let said = self.inner.say(bytes, limit).await;
        self.clock.add(started);
        said
    }

    async fn hear(&mut self, limit: Duration) -> Result<Vec<u8>, CapabilityError> {
        let started = Instant::now();
        let heard = self.inner.hear(limit).await;
        self.clock.add(started);
        heard
    }
}
