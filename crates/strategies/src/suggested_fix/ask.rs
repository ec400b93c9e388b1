//! Asks a tool again, for its machine-readable form.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use unbreak_core::{Command, Diagnostic, FixContext, StrategyError};

use super::forms;
use crate::state::{self, Last};

/// Caches the last answer: the findings of one run are queried one after another.
#[derive(Debug, Default)]
pub(super) struct Asker {
    last: Last<Vec<Diagnostic>>,
}

impl Asker {
    /// The findings on the current tree of the tool that reported a diagnostic; empty when the
    /// command does not show how it is started.
    pub(super) async fn ask(
        &self,
        diagnostic: &Diagnostic,
        context: &FixContext<'_>,
    ) -> Result<Arc<Vec<Diagnostic>>, StrategyError> {
        let commands = forms::questions(diagnostic, context);
        let question = digest(&commands, context);
        if let Some(answer) = self.last.get(question) {
            return Ok(answer);
        }
        let answer = put(&commands, context).await?;
        Ok(self.last.keep(question, answer))
    }

    pub(super) fn forget(&self) {
        self.last.forget();
    }
}

async fn put(commands: &[Command], context: &FixContext<'_>) -> Result<Vec<Diagnostic>, StrategyError> {
    let Some(reader) = context.reader else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for command in commands {
        let completed = context.runner.run(command).await?;
        found.extend(reader.read(command, &completed));
    }
    Ok(found)
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
