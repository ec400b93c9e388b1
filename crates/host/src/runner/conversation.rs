//! A companion process, as plug-ins use it.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Conversation};

use super::cancel::CancelToken;
use super::companion::{Companion, Silence};

/// The interval between checks whether the operator interrupted.
const LOOK: Duration = Duration::from_millis(100);

/// Uses a companion without blocking others: its pipes are waited for on a thread for blocking work.
pub(super) struct Talk {
    program: String,
    /// `None` after a conversation was given up half-way.
    companion: Option<Companion>,
    cancel: CancelToken,
}

impl Talk {
    pub(super) fn new(command: &Command, companion: Companion, cancel: CancelToken) -> Self {
        Self {
            program: command.program.clone(),
            companion: Some(companion),
            cancel,
        }
    }

    /// Runs a blocking operation of the companion.
    async fn with<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Companion) -> Result<T, Silence> + Send + 'static,
    ) -> Result<Result<T, Silence>, CapabilityError> {
        if self.cancel.is_cancelled() {
            return Err(CapabilityError::Cancelled);
        }
        let given_up = || CapabilityError::Other(format!("{} is not talked to any more", self.program));
        let mut companion = self.companion.take().ok_or_else(given_up)?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work(&mut companion);
            (companion, done)
        });
        let (companion, done) = working
            .await
            .map_err(|error| CapabilityError::Other(error.to_string()))?;
        self.companion = Some(companion);
        Ok(done)
    }

    fn explain(&mut self, silence: Silence) -> CapabilityError {
        match silence {
            Silence::Late => CapabilityError::Other(format!("{} does not listen", self.program)),
            Silence::Ended(exit) => {
                let said = self.companion.as_mut().map(Companion::last_words);
                CapabilityError::Ended {
                    program: self.program.clone(),
                    exit,
                    said: complaint(&said.unwrap_or_default()).to_owned(),
                }
            }
        }
    }
}

#[async_trait]
impl Conversation for Talk {
    async fn say(&mut self, bytes: Vec<u8>, limit: Duration) -> Result<(), CapabilityError> {
        let deadline = Instant::now() + limit;
        let said = self
            .with(move |companion| companion.say(&bytes, deadline))
            .await?;
        said.map_err(|silence| self.explain(silence))
    }

    async fn hear(&mut self, limit: Duration) -> Result<Vec<u8>, CapabilityError> {
        let deadline = Instant::now() + limit;
        loop {
            let look = deadline.min(Instant::now() + LOOK);
            let heard = self.with(move |companion| hear(companion, look)).await?;
            match heard {
                Ok(bytes) => return Ok(bytes),
                Err(Silence::Late) if Instant::now() < deadline => {}
                Err(Silence::Late) => return Ok(Vec::new()),
                Err(silence) => return Err(self.explain(silence)),
            }
        }
    }
}

fn hear(companion: &mut Companion, deadline: Instant) -> Result<Vec<u8>, Silence> {
    let length = companion.listen(1, deadline)?.len();
    Ok(companion.take(length))
}

/// The line that explains the failure: the first one about an error, or the last.
fn complaint(said: &str) -> &str {
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    said.lines()
        .find(is_error)
        .or(said.lines().last())
        .unwrap_or_default()
}
