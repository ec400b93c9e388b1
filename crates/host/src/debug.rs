//! The debug session: runs the experiments for the machine of [`unbreak_core::session`].
//!
//! A [`Debugger`] holds one session: it makes the experiments that a state needs with the registered debug
//! tools, reports the measurements to the machine, and saves the session after every step. A caller's
//! additions (hypotheses, own probes, a patch) go through the same machine and the same rules.
//!
//! **Architecture Invariant:** no code here decides whether a step is allowed; only the machine does.

mod advance;
mod error;
mod evidence;
mod patch;
mod repair;
mod steps;
mod store;

use std::fs::File;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_core::redact::{self, REDACTED, Redact as _};
use unbreak_core::session::{Input, Session};
use unbreak_core::{Command, Memory, Progress, Workspace as _};

use crate::agent::Agent;
use crate::error::AgentError;
use crate::runner::{CancelToken, Limits, ProcessRunner};

pub use advance::Advance;
pub use error::SessionError;
pub use evidence::Evidence;
pub use patch::PatchError;
pub use store::Listed;

use patch::fix_of_patch;
use store::Store;

/// The initial settings of a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Setup {
    /// A commit on which the command passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub good: Option<String>,
    /// The reason for skipping bisection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_bisect: Option<String>,
    /// The output of the failure when it was first seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The longest that one run of the command may take, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<f64>,
}

/// The saved form of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The version of this format.
    version: u32,
    /// The initial settings.
    pub setup: Setup,
    /// The measurements, in addition to those that the machine knows.
    pub evidence: Evidence,
    /// The machine.
    pub session: Session,
}

/// The present version of the format.
const VERSION: u32 = 1;

/// The environment that a session works in.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Surroundings<'a> {
    /// The agent whose workspace it is about.
    pub agent: &'a Agent,
    /// Interrupts it.
    pub cancel: &'a CancelToken,
    /// Receives the progress.
    pub progress: Option<&'a dyn Progress>,
    /// The memory for postmortems, if it is not the agent's.
    pub memory: Option<&'a dyn Memory>,
}

impl<'a> Surroundings<'a> {
    /// An agent and its memory, without progress.
    pub fn new(agent: &'a Agent, cancel: &'a CancelToken) -> Self {
        Self {
            agent,
            cancel,
            progress: None,
            memory: agent.memory(),
        }
    }
}

/// A session that this process holds; no other process can change it meanwhile.
pub struct Debugger<'a> {
    around: Surroundings<'a>,
    store: Store,
    saved: Saved,
    /// The command with its secrets, which are not saved.
    command: Command,
    _lock: File,
}

impl<'a> Debugger<'a> {
    /// Begins a session about a command.
    ///
    /// # Errors
    /// If there is no such command, or the session cannot be saved.
    pub fn start(around: Surroundings<'a>, command: Command, setup: Setup) -> Result<Self, AgentError> {
        let tree = around.agent.tree();
        ProcessRunner::new(tree.root(), Limits::default(), around.cancel.clone()).look_up(&command)?;
        redact::learn(&command);
        let store = Store::of(tree)?;
        let (id, lock) = store.create()?;
        let saved = Saved {
            version: VERSION,
            setup,
            evidence: Evidence::default(),
            session: Session::new(id, command.clone(), store::now_ms()),
        };
        store.save(&saved)?;
        Ok(Self {
            around,
            store,
            saved,
            command,
            _lock: lock,
        })
    }

    /// Resumes a session: the one with this id, or the latest. `command` is needed only if the session's
    /// command holds a secret, which was not saved.
    ///
    /// # Errors
    /// If there is none, another process holds it, its file is damaged, or `command` is a different one.
    pub fn resume(
        around: Surroundings<'a>,
        id: Option<&str>,
        command: Option<Command>,
    ) -> Result<Self, AgentError> {
        let store = Store::of(around.agent.tree())?;
        let id = store.find(id)?;
        let lock = store.lock(&id)?;
        let saved = store.load(&id)?;
        let known = saved.session.record().command.clone();
        let command = match command {
            Some(command) => same_command(&known, command)?,
            None => known,
        };
        Ok(Self {
            around,
            store,
            saved,
            command,
            _lock: lock,
        })
    }

    /// A session as it was last saved, no matter which process holds it.
    ///
    /// # Errors
    /// If there is none, or its file is damaged.
    pub fn look(agent: &Agent, id: Option<&str>) -> Result<Saved, AgentError> {
        let store = Store::of(agent.tree())?;
        Ok(store.load(&store.find(id)?)?)
    }

    /// The sessions in the agent's workspace, the latest first.
    ///
    /// # Errors
    /// If the state directory cannot be read.
    pub fn list(agent: &Agent) -> Result<Vec<Listed>, AgentError> {
        Ok(Store::of(agent.tree())?.list()?)
    }

    /// The whole state.
    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    /// Passes an input to the machine, and saves the result, also if it was refused.
    ///
    /// # Errors
    /// If the machine refuses, or the session cannot be saved.
    pub fn tell(&mut self, mut input: Input) -> Result<(), AgentError> {
        input.redact();
        let now = store::now_ms();
        let taken = self.saved.session.step(input.clone(), now);
        match taken {
            Ok(next) => {
                self.saved.session = next;
                Ok(self.store.save(&self.saved)?)
            }
            Err(refusal) => {
                self.saved.session = self.saved.session.refused(&input, &refusal, now);
                self.store.save(&self.saved)?;
                Err(SessionError::from(refusal).into())
            }
        }
    }

    /// Saves a measurement.
    fn keep(&mut self, note: impl FnOnce(&mut Evidence)) -> Result<(), AgentError> {
        note(&mut self.saved.evidence);
        Ok(self.store.save(&self.saved)?)
    }

    /// The memory of other failures.
    fn memory(&self) -> Option<&'a dyn Memory> {
        self.around.memory.or_else(|| self.around.agent.memory())
    }

    /// # Errors
    /// If it holds a secret, and was not passed again.
    fn command(&self) -> Result<&Command, SessionError> {
        match holds_redacted(&self.command) {
            true => Err(SessionError::Withheld(self.command.to_string())),
            false => Ok(&self.command),
        }
    }

    /// The part of a tool's input that says which command to run.
    fn subject(&self) -> Result<Value, SessionError> {
        let words: Vec<&str> = self.command()?.words().collect();
        let mut input = serde_json::json!({ "command": words });
        if let Some(limit) = self.saved.setup.timeout_seconds {
            input["timeout_seconds"] = limit.into();
        }
        Ok(input)
    }

    /// Calls a debug tool with the command and further input.
    async fn call(&self, tool: &str, more: Value) -> Result<Value, AgentError> {
        let mut input = self.subject()?;
        for (name, value) in more.as_object().into_iter().flatten() {
            input[name.as_str()] = value.clone();
        }
        let options = crate::ToolOptions {
            progress: self.around.progress,
            memory: self.memory(),
            ..crate::ToolOptions::default()
        };
        let agent = self.around.agent;
        agent.call_tool(tool, input, &options, self.around.cancel).await
    }

    fn say(&self, what: &str) {
        if let Some(progress) = self.around.progress {
            progress.tell(what);
        }
    }
}

/// Returns the command that was passed again, if it equals the known one apart from secrets.
fn same_command(known: &Command, said: Command) -> Result<Command, SessionError> {
    redact::learn(&said);
    let clean = redact::kept(&said).ok();
    match clean.as_ref() == Some(known) || said == *known {
        true => Ok(said),
        false => Err(SessionError::step(format!(
            "the session is about another command: {known}"
        ))),
    }
}

/// Returns whether something was removed from a value before it was saved.
pub(crate) fn holds_redacted(value: &impl Serialize) -> bool {
    serde_json::to_string(value).is_ok_and(|text| text.contains(REDACTED))
}
