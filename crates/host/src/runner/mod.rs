//! The only place in the project that starts a process.
//!
//! Every command gets its own process group, limits, an empty standard input, and a mark in its environment
//! by which its descendants are recognised; unless the operator switches it off, it runs in a [`Sandbox`].
//! When a command ends, by itself or not, nothing that it started is left running.

mod adopt;
#[cfg(feature = "heal")]
pub(crate) mod attended;
mod cancel;
mod capture;
pub(crate) mod companion;
mod conversation;
mod drain;
mod leash;
mod limits;
mod lookup;
mod mark;
mod platform;
pub(crate) mod sandbox;
mod seccomp;
mod spawn;
mod supervise;
#[cfg(feature = "heal")]
mod terminal;

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, Conversation, ExitState, Runner};

pub use adopt::adopt_orphans;
pub use cancel::CancelToken;
pub use limits::Limits;
pub use mark::{Owner, kill_leftovers};
pub use sandbox::{Sandbox, SandboxError, SandboxOptions, offers};
pub use seccomp::can_withhold_network;
#[cfg(feature = "plugins")]
pub(crate) use seccomp::without_network;
#[cfg(feature = "plugins")]
pub(crate) use seccomp::without_processes;

use capture::HeadTail;
use companion::Companion;
use conversation::Talk;
use drain::{Meter, pump};
use supervise::supervise;

/// Runs commands below a directory, under limits, until a token is cancelled.
///
/// Needs a tokio runtime with its I/O and time drivers enabled.
#[derive(Debug, Clone)]
pub struct ProcessRunner {
    root: PathBuf,
    limits: Limits,
    cancel: CancelToken,
    sandbox: Sandbox,
}

/// A command whose output was streamed, after its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streamed {
    /// How it ended.
    pub exit: ExitState,
    /// From its start to the end of its main process.
    pub duration: Duration,
    /// The number of bytes of output.
    pub bytes: u64,
}

impl ProcessRunner {
    /// A runner for commands whose directory is `root` or below it, without a sandbox.
    pub fn new(root: impl Into<PathBuf>, limits: Limits, cancel: CancelToken) -> Self {
        Self {
            root: root.into(),
            limits,
            cancel,
            sandbox: Sandbox::off(),
        }
    }

    /// The same in a sandbox.
    #[must_use]
    pub fn within(mut self, sandbox: Sandbox) -> Self {
        self.sandbox = sandbox;
        self
    }

    /// The same for commands in another directory, such as a copy of the workspace.
    pub(crate) fn there(&self, directory: &Path) -> Self {
        Self {
            root: directory.to_owned(),
            sandbox: self.sandbox.around(directory),
            ..self.clone()
        }
    }

    /// The same for an installation that the operator allowed.
    pub(crate) fn installing(&self, command: &Command) -> Self {
        Self {
            sandbox: self.sandbox.installing(command),
            ..self.clone()
        }
    }

    /// The same for commands that may write nothing for so long.
    pub(crate) fn silent_for(&self, silence: Option<Duration>) -> Self {
        let limits = Limits {
            silence,
            ..self.limits.clone()
        };
        Self {
            limits,
            ..self.clone()
        }
    }

    /// How commands are confined.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The directory of commands without one.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The limits of every command.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Runs a command and passes its output on while it is written: standard output and standard error
    /// through one pipe, so in the order in which they were written. Nothing is kept, so a gigabyte of output
    /// costs no memory.
    ///
    /// # Errors
    /// If it could not be started, or the token had been cancelled before.
    pub async fn stream(
        &self,
        command: &Command,
        sink: &mut (dyn FnMut(&[u8]) + Send),
    ) -> Result<Streamed, CapabilityError> {
        let meter = Meter::new(self.limits.output_bytes);
        let (running, output) = self.start(command, spawn::Streams::Merged)?;
        let ended = supervise(
            running,
            pump(output.stdout, &meter, sink),
            &meter,
            &self.limits_of(command),
            &self.cancel,
        )
        .await;
        Ok(Streamed {
            exit: ended.exit,
            duration: ended.duration,
            bytes: meter.total(),
        })
    }

    /// Returns the reason why a command cannot be started, without starting it.
    ///
    /// # Errors
    /// The errors of running it, if its program does not exist or may not be executed.
    pub fn look_up(&self, command: &Command) -> Result<(), CapabilityError> {
        spawn::look_up(command, &self.directory_of(command))
    }

    fn start(
        &self,
        command: &Command,
        streams: spawn::Streams,
    ) -> Result<(spawn::Running, spawn::Output), CapabilityError> {
        if self.cancel.is_cancelled() {
            return Err(CapabilityError::Cancelled);
        }
        let directory = self.directory_of(command);
        spawn::spawn(
            command,
            &directory,
            streams,
            self.limits.memory_bytes,
            &self.sandbox,
        )
    }

    fn directory_of(&self, command: &Command) -> PathBuf {
        match &command.directory {
            Some(directory) => self.root.join(directory),
            None => self.root.clone(),
        }
    }

    fn limits_of(&self, command: &Command) -> Limits {
        Limits {
            timeout: command.timeout.or(self.limits.timeout),
            ..self.limits.clone()
        }
    }
}

#[async_trait]
impl Runner for ProcessRunner {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let meter = Meter::new(self.limits.output_bytes);
        let (mut stdout, mut stderr) = (HeadTail::default(), HeadTail::default());
        let (running, output) = self.start(command, spawn::Streams::Separate)?;
        let reading = async {
            let out = pump(output.stdout, &meter, |bytes| stdout.push(bytes));
            let err = pump(output.stderr, &meter, |bytes| stderr.push(bytes));
            tokio::try_join!(out, err).map(|_| ())
        };
        let ended = supervise(running, reading, &meter, &self.limits_of(command), &self.cancel).await;
        Ok(Completed {
            exit: ended.exit,
            truncated: stdout.is_truncated() || stderr.is_truncated(),
            stdout: stdout.into_bytes(),
            stderr: stderr.into_bytes(),
            duration: ended.duration,
        })
    }

    fn elsewhere(&self, directory: &Path) -> Result<Box<dyn Runner>, CapabilityError> {
        Ok(Box::new(self.there(directory)))
    }

    async fn converse(&self, command: &Command) -> Result<Box<dyn Conversation>, CapabilityError> {
        if self.cancel.is_cancelled() {
            return Err(CapabilityError::Cancelled);
        }
        let directory = self.directory_of(command);
        let companion = Companion::start(command, &directory, self.limits.memory_bytes, &self.sandbox)?;
        Ok(Box::new(Talk::new(command, companion, self.cancel.clone())))
    }
}
