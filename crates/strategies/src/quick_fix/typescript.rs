//! The question to TypeScript's language service, and how it is put.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Conversation, FixContext, RelPath, StrategyError};

use super::answer::Answer;
use super::kinds;
use crate::invocation::Invocation;

/// The program that runs in Node.
const PROGRAM: &str = include_str!("typescript.cjs");

/// The time limit of the search for a sequence of fixes; loading TypeScript comes on top.
const BUDGET: Duration = Duration::from_secs(6);

/// The time limit of an answer.
const LIMIT: Duration = Duration::from_secs(60);

/// Programs that are given the compiler's own arguments.
const COMPILERS: &[&str] = &["tsc", "vue-tsc", "tsgo", "svelte-check"];

#[derive(Debug, Serialize)]
struct Request {
    /// The command's directory, absolute.
    directory: String,
    /// The compiler's arguments.
    arguments: Vec<String>,
    /// A file of the project, for when the arguments do not name one.
    near: Option<String>,
    /// Directories in whose `node_modules` a TypeScript may be.
    libraries: Vec<String>,
    budget_ms: u128,
    /// How much each code fix presumes.
    ranks: BTreeMap<&'static str, Option<u8>>,
    /// The rank of an unlisted code fix.
    unknown_rank: u8,
}

/// TypeScript's language service, which runs for as long as this lives.
pub(super) struct Service {
    talk: Box<dyn Conversation>,
    /// Its unread output.
    inbox: Vec<u8>,
    /// The number of questions whose answers were not read.
    open: usize,
}

/// A question to the service: the code fixes of every error of the project that the command checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Question(String);

impl Question {
    /// The question for a command, and for a file if one is known to be of the project.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub(super) fn of(near: Option<&str>, context: &FixContext<'_>) -> Result<Self, StrategyError> {
        let root = context.workspace.root();
        let directory = context.command.directory.as_ref().map_or("", RelPath::as_str);
        let request = Request {
            directory: root.join(directory).to_string_lossy().into_owned(),
            arguments: compiler(context)
                .map(|compiler| compiler.args)
                .unwrap_or_default(),
            near: near.map(|file| root.join(file).to_string_lossy().into_owned()),
            libraries: context
                .tools
                .map(|tools| tools.join("typescript").to_string_lossy().into_owned())
                .into_iter()
                .collect(),
            budget_ms: BUDGET.as_millis(),
            ranks: kinds::ranks(),
            unknown_rank: kinds::UNKNOWN,
        };
        let request = serde_json::to_string(&request).map_err(|error| other(&error))?;
        Ok(Self(request + "\n"))
    }
}

impl Service {
    /// Starts it; `None` without Node: a native compiler or a captured log reads like tsc's all the same.
    ///
    /// # Errors
    /// When it may not be started.
    pub(super) async fn start(context: &FixContext<'_>) -> Result<Option<Self>, StrategyError> {
        let mut command = Command::new("node", ["-e", PROGRAM]);
        command.directory.clone_from(&context.command.directory);
        match context.runner.converse(&command).await {
            Err(CapabilityError::Start { .. }) => Ok(None),
            talk => Ok(Some(Self {
                talk: talk?,
                inbox: Vec::new(),
                open: 0,
            })),
        }
    }

    /// Asks, and leaves the answer for later.
    ///
    /// # Errors
    /// When the service ended.
    pub(super) async fn put(&mut self, question: &Question) -> Result<(), StrategyError> {
        self.talk.say(question.0.clone().into_bytes(), LIMIT).await?;
        self.open += 1;
        Ok(())
    }

    /// Asks, and waits for the answer. Repeating a question costs nothing if nothing has changed.
    ///
    /// # Errors
    /// When the service ended, or does not answer in time.
    pub(super) async fn ask(&mut self, question: &Question) -> Result<Answer, StrategyError> {
        self.put(question).await?;
        let deadline = Instant::now() + LIMIT;
        let mut answer = Vec::new();
        while self.open > 0 {
            answer = self.line(deadline).await?;
            self.open -= 1;
        }
        serde_json::from_slice(&answer).map_err(|error| other(&error))
    }

    /// The next line of its output.
    async fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, StrategyError> {
        let mut seen = 0;
        loop {
            if let Some(end) = self.inbox[seen..].iter().position(|&byte| byte == b'\n') {
                let rest = self.inbox.split_off(seen + end + 1);
                return Ok(std::mem::replace(&mut self.inbox, rest));
            }
            seen = self.inbox.len();
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let late = format!(
                    "TypeScript's language service did not answer in {} s",
                    LIMIT.as_secs()
                );
                return Err(StrategyError::Other(late));
            }
            self.inbox.extend(self.talk.hear(left).await?);
        }
    }
}

/// Returns whether a command runs the compiler, so that both report the same errors.
pub(super) fn is_asked_for(context: &FixContext<'_>) -> bool {
    compiler(context).is_some()
}

/// How the user's command calls the compiler, as far as it shows.
fn compiler(context: &FixContext<'_>) -> Option<Invocation> {
    let invocations = Invocation::all(context.command, context.workspace);
    invocations
        .into_iter()
        .find(|invocation| COMPILERS.contains(&invocation.program_name()))
}

fn other(error: &serde_json::Error) -> StrategyError {
    StrategyError::Other(format!("the language service's answer cannot be read: {error}"))
}
