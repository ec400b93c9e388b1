//! Commands and conversations, and what the host reads in their output.

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, Conversation, Diagnostic, Progress, Reader, Runner};
use unbreak_plugin_abi::messages::{self, ConversationQuestion, Run, Started, question};

use super::link::{Link, refusal, unreadable};

impl Link {
    fn run_in(&self, command: &Command, elsewhere: Option<PathBuf>) -> Result<Completed, CapabilityError> {
        let command = command.clone();
        let payload = messages::header(&Run { command, elsewhere });
        let answer = self.ask(question::RUN, &payload).map_err(refusal)?;
        let (ran, output): (messages::Ran, &[u8]) =
            messages::split(&answer).map_err(|error| unreadable(&error))?;
        Ok(ran.with_output(output))
    }

    fn start(&self, command: &Command) -> Result<Box<dyn Conversation>, CapabilityError> {
        let command = command.clone();
        let started: Started = self.get(question::CONVERSE, &ConversationQuestion::Start { command })?;
        Ok(Box::new(Asked {
            link: self.clone(),
            number: started.conversation,
        }))
    }
}

#[async_trait]
impl Runner for Link {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        self.run_in(command, None)
    }

    fn elsewhere(&self, directory: &Path) -> Result<Box<dyn Runner>, CapabilityError> {
        Ok(Box::new(Elsewhere {
            link: self.clone(),
            directory: directory.to_owned(),
        }))
    }

    async fn converse(&self, command: &Command) -> Result<Box<dyn Conversation>, CapabilityError> {
        self.start(command)
    }
}

/// Runs commands in another directory.
struct Elsewhere {
    link: Link,
    directory: PathBuf,
}

#[async_trait]
impl Runner for Elsewhere {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        self.link.run_in(command, Some(self.directory.clone()))
    }
}

/// A conversation that the host holds.
struct Asked {
    link: Link,
    number: u64,
}

impl Asked {
    fn write<T: DeserializeOwned>(
        &self,
        asked: &ConversationQuestion,
        bytes: &[u8],
    ) -> Result<T, CapabilityError> {
        let payload = messages::with_body(asked, bytes);
        self.link.read(question::CONVERSE, &payload)
    }
}

#[async_trait]
impl Conversation for Asked {
    async fn say(&mut self, bytes: Vec<u8>, limit: Duration) -> Result<(), CapabilityError> {
        let said = ConversationQuestion::Say {
            conversation: self.number,
            limit_ms: milliseconds(limit),
        };
        self.write(&said, &bytes)
    }

    async fn hear(&mut self, limit: Duration) -> Result<Vec<u8>, CapabilityError> {
        let asked = ConversationQuestion::Hear {
            conversation: self.number,
            limit_ms: milliseconds(limit),
        };
        self.link
            .ask(question::CONVERSE, &messages::header(&asked))
            .map_err(refusal)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let conversation = self.number;
        // Between calls no one can be asked; the host ends it with the run.
        let _: Result<(), _> = self.write(&ConversationQuestion::End { conversation }, &[]);
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Reader for Link {
    fn read(&self, command: &Command, completed: &Completed) -> Vec<Diagnostic> {
        let (ran, output) = messages::Ran::of(completed);
        let command = command.clone();
        let payload = messages::with_body(&messages::Understand { command, ran }, &output);
        // A failed answer counts as no diagnostics.
        Self::read(self, question::UNDERSTAND, &payload).unwrap_or_default()
    }

    fn understand(&self, diagnostic: &mut Diagnostic) {
        // A failed answer leaves the diagnostic without a fact.
        if let Ok(understood) = self.get(question::FACT, diagnostic) {
            *diagnostic = understood;
        }
    }
}

impl Progress for Link {
    fn tell(&self, what: &str) {
        let what = what.to_owned();
        // A host that does not accept progress is not a reason to fail.
        let _: Result<(), _> = self.get(question::PROGRESS, &messages::Progress { what });
    }
}
