//! The programs that a plug-in has conversations with.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::Mutex;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Conversation, Runner};
use unbreak_plugin_abi::messages::{ConversationQuestion, Started};

use super::super::call::Answer;
use super::world::json;

/// The conversations of one plug-in, by their numbers. When this is dropped, the programs are ended.
#[derive(Default)]
pub(super) struct Talks(Mutex<Running>);

#[derive(Default)]
struct Running {
    last: u64,
    conversations: BTreeMap<u64, Box<dyn Conversation>>,
}

impl Talks {
    /// The most conversations at a time.
    const MOST: usize = 16;

    /// Answers a question about one of them; `said` is what to write.
    pub(super) async fn answer(
        &self,
        runner: &dyn Runner,
        asked: ConversationQuestion,
        said: &[u8],
    ) -> Result<Answer, CapabilityError> {
        let mut running = self.0.lock().await;
        match asked {
            ConversationQuestion::Start { command } => {
                if running.conversations.len() >= Self::MOST {
                    let reason = format!("a plug-in may have {} conversations at a time", Self::MOST);
                    return Err(CapabilityError::Other(reason));
                }
                let conversation = runner.converse(&command).await?;
                running.last += 1;
                let number = running.last;
                running.conversations.insert(number, conversation);
                Ok(json(&Started { conversation: number }))
            }
            ConversationQuestion::Say {
                conversation,
                limit_ms,
            } => {
                let limit = Duration::from_millis(limit_ms);
                running.of(conversation)?.say(said.to_vec(), limit).await?;
                Ok(json(&()))
            }
            ConversationQuestion::Hear {
                conversation,
                limit_ms,
            } => {
                let limit = Duration::from_millis(limit_ms);
                running.of(conversation)?.hear(limit).await.map(Answer::ok)
            }
            ConversationQuestion::End { conversation } => {
                running.conversations.remove(&conversation);
                Ok(json(&()))
            }
        }
    }

    /// Ends all of them.
    pub(super) fn end(&self) {
        // A call that holds the lock was given up, and ends the programs itself when it is dropped.
        if let Ok(mut running) = self.0.try_lock() {
            running.conversations.clear();
        }
    }
}

impl Running {
    fn of(&mut self, number: u64) -> Result<&mut Box<dyn Conversation>, CapabilityError> {
        let conversation = self.conversations.get_mut(&number);
        conversation.ok_or_else(|| CapabilityError::Other(format!("there is no conversation {number}")))
    }
}
