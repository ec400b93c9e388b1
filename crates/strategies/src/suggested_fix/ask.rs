//! Asks a tool again, for its machine-readable form.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_core::{Command, Diagnostic, FixContext, StrategyError};

use super::forms;
use crate::state;

/// Caches the last answer: the findings of one run are queried one after another.
#[derive(Debug, Default)]
pub(super) struct Asker {
    last: Mutex<Option<(u64, Arc<[Diagnostic]>)>>,
}

impl Asker {
    /// The findings on the current tree of the tool that reported a diagnostic; empty when the
    /// command does not show how it is started.
    pub(super) async fn ask(
        &self,
        diagnostic: &Diagnostic,
        context: &FixContext<'_>,
    ) -> Result<Arc<[Diagnostic]>, StrategyError> {
        let commands = forms::questions(diagnostic, context);
        let question = digest(&commands, context);
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, answer)) = last.filter(|(known, _)| *known == question) {
            return Ok(answer);
        }
        let answer = put(&commands, context).await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((question, Arc::clone(&answer)));
        Ok(answer)
    }
}

async fn put(commands: &[Command], context: &FixContext<'_>) -> Result<Arc<[Diagnostic]>, StrategyError> {
    let Some(reader) = context.reader else {
        return Ok(Arc::default());
    };
    let mut found = Vec::new();
    for command in commands {
        let completed = context.runner.run(command).await?;
        found.extend(reader.read(command, &completed));
    }
    Ok(found.into())
}

/// Names a question: the commands, and the state of the tree as the last run of the command showed it.
fn digest(commands: &[Command], context: &FixContext<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for command in commands {
        command.to_string().hash(&mut hasher);
    }
    state::digest(context).hash(&mut hasher);
    hasher.finish()
}
