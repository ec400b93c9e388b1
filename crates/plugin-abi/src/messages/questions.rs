//! Questions to one capability of the host: each enum is the payload of one question.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use unbreak_core::memory::{Flake, Symptoms};
use unbreak_core::policy::escalation::AttemptFailure;
use unbreak_core::session::Postmortem;
use unbreak_core::{Analysis, Command, ModelLimits, Prompt, RelPath, Signature, Template};

/// Refers to a file of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Relative to the root.
    pub file: RelPath,
}

/// Asks for a copy of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Copy {
    /// Absolute path of a directory that is empty or does not exist yet.
    pub directory: PathBuf,
}

/// Runs a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The command.
    #[serde(flatten)]
    pub command: Command,
    /// Absolute path of the directory to run it in, if it is not the workspace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<PathBuf>,
}

/// A model that may be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Its name.
    pub name: String,
    /// Its limits.
    #[serde(default)]
    pub limits: ModelLimits,
}

/// Asks a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Complete {
    /// The prompt.
    #[serde(flatten)]
    pub prompt: Prompt,
    /// The position of the model among those of the call, from the weakest.
    #[serde(default)]
    pub tier: u32,
}

/// Asks for the pieces of the project that a model needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Brief {
    /// The failure to repair.
    pub analysis: Analysis,
    /// The most tokens.
    pub tokens: u64,
    /// The localisation that comes first, from 0.
    #[serde(default)]
    pub focus: usize,
}

/// A part of a conversation with a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum ConversationQuestion {
    /// Starts the program → [`Started`].
    Start {
        /// The program and its arguments.
        command: Command,
    },
    /// Writes the body to its standard input → nothing.
    Say {
        /// The number of the conversation.
        conversation: u64,
        /// The time for it, in milliseconds.
        limit_ms: u64,
    },
    /// Waits for output → its bytes; none if it was silent.
    Hear {
        /// The number of the conversation.
        conversation: u64,
        /// The time to wait, in milliseconds.
        limit_ms: u64,
    },
    /// Ends the program → nothing.
    End {
        /// The number of the conversation.
        conversation: u64,
    },
}

/// A conversation that was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// Its number.
    pub conversation: u64,
}

/// A question about the machine; the answers are those of [`Machine`](unbreak_core::Machine).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum MachineQuestion {
    /// → a path or `null`.
    Program {
        /// Its name.
        name: String,
    },
    /// → an array of names.
    Programs,
    /// → whether it exists.
    Exists {
        /// The file or directory.
        path: PathBuf,
    },
    /// → an array of names.
    Entries {
        /// The directory.
        directory: PathBuf,
    },
    /// → a text or `null`.
    Variable {
        /// Its name.
        name: String,
    },
    /// → a [`Listener`](unbreak_core::Listener) or `null`.
    Listener {
        /// The TCP port.
        port: u16,
    },
    /// → bytes or `null`.
    FreeSpace {
        /// The directory.
        directory: PathBuf,
    },
    /// → bytes or `null`.
    Memory,
    /// → a [`Confinement`](unbreak_core::Confinement).
    Confinement,
}

/// A question to the store of past failures and fixes; the answers are those of
/// [`Memory`](unbreak_core::Memory).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum MemoryQuestion {
    /// → an array of past failures.
    Recall {
        /// The failure to compare with.
        signature: Signature,
        /// The most results.
        limit: usize,
    },
    /// → nothing.
    Record {
        /// The failure.
        signature: Signature,
        /// The strategy that was tried.
        strategy: String,
        /// Its change.
        details: String,
        /// Whether it helped.
        fixed: bool,
    },
    /// → nothing.
    Remember {
        /// The findings of a debug session.
        postmortem: Box<Postmortem>,
    },
    /// → an array of postmortems with their similarity.
    Similar {
        /// The failure to compare with.
        symptoms: Symptoms,
        /// The most results.
        limit: usize,
    },
    /// → an array of learned patterns.
    Templates {
        /// The kind of failure.
        key: Signature,
        /// The most results.
        limit: usize,
    },
    /// → nothing.
    KeepTemplate {
        /// The template of a verified fix.
        template: Template,
        /// The strategy that made the fix, or `person`.
        origin: String,
    },
    /// → nothing.
    JudgeTemplate {
        /// The pattern's number.
        id: u64,
        /// Whether it helped.
        helped: bool,
    },
    /// → nothing.
    NoteFlakes {
        /// Runs of flaky tests.
        flakes: Vec<Flake>,
    },
    /// → an array of flaky tests.
    Flakes {
        /// The root of the workspace.
        workspace: String,
    },
}

/// A question to the account of the attempts at the cause; the answers are those of
/// [`Attempts`](unbreak_core::Attempts).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum AttemptsQuestion {
    /// → the account.
    Ladder,
    /// → the account, or `null` if no attempts are left.
    Begin,
    /// → what comes next.
    Fail {
        /// The failure of the attempt.
        failure: AttemptFailure,
    },
    /// → an array of fixes that were rolled back.
    Tried,
}
