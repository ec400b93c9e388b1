//! The capabilities that plug-ins may ask for: reading the workspace, running commands, a model, a memory.
//!
//! Each is a trait, so that the host can implement it confined, limited and redacted, and a test in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::confinement::Confinement;
use crate::diagnostic::Diagnostic;
use crate::encoding;
use crate::fix::Confidence;
use crate::memory::{Flake, LearnedPattern, Similar, Symptoms};
use crate::path::RelPath;
use crate::session::Postmortem;
use crate::signature::Signature;
use crate::template::Template;

/// A read-only view of the directory tree that may be changed.
///
/// Strategies see the tree as it is *now*; nothing changes while they propose.
pub trait Workspace: Send + Sync {
    /// Absolute path of the root, for commands that need it.
    fn root(&self) -> &std::path::Path;

    /// A file's bytes.
    ///
    /// # Errors
    /// If there is no such file, it cannot be read, or it lies outside.
    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError>;

    /// Every file that git would not ignore, sorted, without installed packages.
    fn files(&self) -> Arc<[RelPath]>;

    /// Returns whether there is such a file (not a directory).
    fn is_file(&self, file: &RelPath) -> bool {
        self.read(file).is_ok()
    }

    /// A file's text.
    ///
    /// # Errors
    /// As for [`read`](Self::read), and if the file is no text ([`encoding::decode`]).
    fn read_text(&self, file: &RelPath) -> Result<String, CapabilityError> {
        encoding::decode(self.read(file)?).ok_or_else(|| CapabilityError::NotText(file.clone()))
    }

    /// The workspace path of a file as a tool named it (absolute, or relative to the root), if it
    /// lies inside.
    fn locate(&self, file: &str) -> Option<RelPath> {
        let inside = std::path::Path::new(file)
            .strip_prefix(self.root())
            .ok()
            .and_then(|path| path.to_str());
        RelPath::new(inside.unwrap_or(file)).ok()
    }

    /// The text that a file had when the run began, if the run has changed it since.
    fn text_at_start(&self, _file: &RelPath) -> Option<String> {
        None
    }

    /// Copies the tree into another directory, which is created if needed: every file that git would not
    /// ignore, the small ignored files beside them, and links to the directories of installed packages.
    ///
    /// # Errors
    /// If the tree is too large, the copy cannot be written, or copies are not offered.
    fn copy_to(&self, directory: &Path) -> Result<(), CapabilityError> {
        Err(CapabilityError::Denied(format!(
            "copying the workspace to {}",
            directory.display()
        )))
    }
}

/// Runs commands under the host's limits.
#[async_trait]
pub trait Runner: Send + Sync {
    /// Runs a command to its end.
    ///
    /// # Errors
    /// If it could not be started. A command that fails, is killed or reaches its limit is a result, not an
    /// error.
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError>;

    /// A runner under the same limits for commands in another directory, such as a scratch copy.
    ///
    /// # Errors
    /// If commands may run in the workspace only.
    fn elsewhere(&self, directory: &Path) -> Result<Box<dyn Runner>, CapabilityError> {
        Err(CapabilityError::Denied(format!(
            "running commands in {}",
            directory.display()
        )))
    }

    /// Starts a program for a conversation, such as a language server.
    ///
    /// # Errors
    /// If it could not be started, or conversations are not offered.
    async fn converse(&self, command: &Command) -> Result<Box<dyn Conversation>, CapabilityError> {
        Err(CapabilityError::Denied(format!(
            "a conversation with {}",
            command.program
        )))
    }
}

/// A running program, reached through its standard input and output. When this is dropped, the program is
/// killed with everything it started.
#[async_trait]
pub trait Conversation: Send {
    /// Writes all of these bytes.
    ///
    /// # Errors
    /// If the program ended, or did not take the bytes within `limit`.
    async fn say(&mut self, bytes: Vec<u8>, limit: Duration) -> Result<(), CapabilityError>;

    /// Returns the output that has not been read yet, as soon as there is any; nothing if the program was
    /// silent for `limit`.
    ///
    /// # Errors
    /// If the program ended.
    async fn hear(&mut self, limit: Duration) -> Result<Vec<u8>, CapabilityError>;
}

/// Follows something that takes time.
pub trait Progress: Send + Sync {
    /// Says in a few words what is going on from now on.
    fn tell(&self, what: &str);
}

/// Reads the output of tools as the run itself does: through every registered parser.
///
/// A strategy that asks a tool for its machine-readable output needs no reader of its own.
pub trait Reader: Send + Sync {
    /// The diagnostics in what a command printed, their paths relative to the workspace root.
    fn read(&self, command: &Command, completed: &Completed) -> Vec<Diagnostic>;

    /// Sets the fact of a diagnostic that a strategy made itself from a tool's output. Does nothing by
    /// default.
    fn understand(&self, _diagnostic: &mut Diagnostic) {}
}

/// Answers questions about the machine that commands run on. Nothing is changed or started.
pub trait Machine: Send + Sync {
    /// The file that a program's name stands for, by the search path of commands.
    fn program(&self, name: &str) -> Option<PathBuf>;

    /// The names of the programs on the search path.
    fn programs(&self) -> BTreeSet<String>;

    /// Returns whether a file or directory exists, inside or outside of the workspace.
    fn exists(&self, path: &Path) -> bool;

    /// The names in a directory; none if it cannot be read.
    fn entries(&self, directory: &Path) -> Vec<String>;

    /// The value of an environment variable that commands inherit, if it is set.
    fn variable(&self, name: &str) -> Option<String>;

    /// The process that listens on a TCP port of this machine; `None` if no process does, or the system does
    /// not say.
    fn listener(&self, port: u16) -> Option<Listener>;

    /// Free bytes of the file system with this directory, for the user.
    fn free_space(&self, directory: &Path) -> Option<u64>;

    /// Bytes of memory that commands may use at most: the machine's, or a lower limit.
    fn memory(&self) -> Option<u64>;

    /// How commands are confined.
    fn confinement(&self) -> &Confinement;
}

/// A process that listens on a port, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listener {
    /// The number of the process.
    pub process: Option<u32>,
    /// The name of its program.
    pub program: Option<String>,
}

/// A command line: no shell in between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The program, looked up in `PATH` when it has no slash.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Directory relative to the workspace root; `None` is the root (or where the user's command runs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<RelPath>,
    /// Variables set for it, in addition to the inherited ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Text for its standard input, which is empty otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<String>,
    /// Its time limit; `None` is the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Duration>,
}

impl Command {
    /// A command with its arguments.
    pub fn new<S: Into<String>>(program: impl Into<String>, args: impl IntoIterator<Item = S>) -> Self {
        Self {
            program: program.into(),
            args: args.into_iter().map(Into::into).collect(),
            directory: None,
            env: BTreeMap::new(),
            stdin: None,
            timeout: None,
        }
    }

    /// Program and arguments.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.program.as_str()).chain(self.args.iter().map(String::as_str))
    }
}

/// Formats it as one would type it into a shell.
impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, word) in self.words().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            let plain = !word.is_empty()
                && word.chars().all(|c| {
                    c.is_alphanumeric()
                        || matches!(c, '-' | '_' | '.' | '/' | '=' | ':' | ',' | '+' | '@' | '%')
                });
            if plain {
                f.write_str(word)?;
            } else {
                write!(f, "'{}'", word.replace('\'', r"'\''"))?;
            }
        }
        Ok(())
    }
}

/// A command that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completed {
    /// How it ended.
    pub exit: ExitState,
    /// Standard output (bounded by the host; then `truncated` is set).
    pub stdout: Vec<u8>,
    /// Standard error, likewise.
    pub stderr: Vec<u8>,
    /// Whether some output was discarded.
    pub truncated: bool,
    /// The duration.
    pub duration: Duration,
}

impl Completed {
    /// Standard output as text, invalid UTF-8 replaced.
    pub fn stdout_text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ExitState {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Killed because it ran, or wrote nothing for, longer than its limit.
    TimedOut,
    /// Killed because it wrote more than its limit.
    OutputLimit,
    /// Killed because the operator interrupted the run, or its time is used up.
    Cancelled,
}

impl ExitState {
    /// Returns whether the command passed.
    pub fn is_success(self) -> bool {
        self == Self::Code(0)
    }
}

impl std::fmt::Display for ExitState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "killed by signal {signal}"),
            Self::TimedOut => f.write_str("killed at its time limit"),
            Self::OutputLimit => f.write_str("killed at its output limit"),
            Self::Cancelled => f.write_str("interrupted"),
        }
    }
}

/// Recalls what fixed such failures before.
#[async_trait]
pub trait Memory: Send + Sync {
    /// Past failures like this one, the most similar first, at most `limit`.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn recall(&self, signature: &Signature, limit: usize) -> Result<Vec<Recalled>, CapabilityError>;

    /// Records whether a strategy fixed such a failure.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn record(
        &self,
        signature: &Signature,
        strategy: &str,
        details: &str,
        fixed: bool,
    ) -> Result<(), CapabilityError>;

    /// Prepares the store for what will be recorded, while a command runs.
    fn prepare(&self) {}

    /// Counts a fix in which a rule took part: as kept, or as rolled back.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn count_rule(&self, _rule: &str, _is_kept: bool) -> Result<(), CapabilityError> {
        Ok(())
    }

    /// Keeps the findings of a debug session for later failures of the same kind.
    ///
    /// # Errors
    /// If the store cannot be written, or keeps no postmortems.
    async fn remember(&self, _postmortem: &Postmortem) -> Result<(), CapabilityError> {
        Err(CapabilityError::Denied("keeping postmortems".to_owned()))
    }

    /// Postmortems of failures like this one, the most similar first, at most `limit`. They are cited, never
    /// applied on their own.
    ///
    /// # Errors
    /// If the store cannot be read, or keeps no postmortems.
    async fn similar(&self, _symptoms: &Symptoms, _limit: usize) -> Result<Vec<Similar>, CapabilityError> {
        Err(CapabilityError::Denied("recalling postmortems".to_owned()))
    }

    /// Templates of fixes for such a failure ([`Template::key_of`]), the best first, at most `limit`. Empty
    /// if the store keeps no templates.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn templates(
        &self,
        _key: &Signature,
        _limit: usize,
    ) -> Result<Vec<LearnedPattern>, CapabilityError> {
        Ok(Vec::new())
    }

    /// Keeps a template of a verified fix; `origin` is the strategy that made the fix, or `person`. For a
    /// template that is known already, one more success is counted.
    ///
    /// # Errors
    /// If the store cannot be written, or keeps no templates.
    async fn keep_template(&self, _template: &Template, _origin: &str) -> Result<(), CapabilityError> {
        Err(CapabilityError::Denied("keeping templates".to_owned()))
    }

    /// Records whether a template helped when it was applied again.
    ///
    /// # Errors
    /// If the store cannot be written, or keeps no templates.
    async fn judge_template(&self, _id: u64, _helped: bool) -> Result<(), CapabilityError> {
        Err(CapabilityError::Denied("judging templates".to_owned()))
    }

    /// Adds runs of flaky tests to what is known of them.
    ///
    /// # Errors
    /// If the store cannot be written, or keeps no such tests.
    async fn note_flakes(&self, _flakes: &[Flake]) -> Result<(), CapabilityError> {
        Err(CapabilityError::Denied("remembering flaky tests".to_owned()))
    }

    /// The known flaky tests of a workspace, by its root.
    ///
    /// # Errors
    /// If the store cannot be read, or keeps no such tests.
    async fn flakes(&self, _workspace: &str) -> Result<Vec<Flake>, CapabilityError> {
        Err(CapabilityError::Denied("recalling flaky tests".to_owned()))
    }
}

/// A past failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recalled {
    /// Its signature.
    pub signature: Signature,
    /// 0..=1; 1 is the same signature.
    pub similarity: Confidence,
    /// The strategy that was used.
    pub strategy: String,
    /// Its change.
    pub details: String,
    /// The number of times that it helped.
    pub successes: u32,
    /// The number of times that it did not help.
    pub failures: u32,
}

/// The reason why a capability refused or failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CapabilityError {
    /// There is no such file.
    #[error("{0} does not exist")]
    NotFound(RelPath),
    /// It contains control characters, or is UTF-16.
    #[error("{0} is not a text file")]
    NotText(RelPath),
    /// It lies outside the workspace, or reaches outside through a link.
    #[error("{0} is outside the workspace")]
    Outside(String),
    /// The plug-in was not given this capability.
    #[error("{0} was not granted")]
    Denied(String),
    /// The program could not be started.
    #[error("{program} could not be started: {reason}")]
    Start {
        /// The program.
        program: String,
        /// The system's reason.
        reason: String,
    },
    /// A program ended during the conversation.
    #[error("{program} ended with {exit}{}{said}", if said.is_empty() { "" } else { ": " })]
    Ended {
        /// The program.
        program: String,
        /// How it ended.
        exit: ExitState,
        /// The end of its standard error.
        said: String,
    },
    /// The operator interrupted the run.
    #[error("interrupted")]
    Cancelled,
    /// Anything else.
    #[error("{0}")]
    Other(String),
}
