//! The host's capabilities, as the traits that plug-ins use.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use unbreak_core::capability::{CapabilityError, Recalled};
use unbreak_core::model::{Completion, ModelError, ModelErrorKind, Prompt};
use unbreak_core::{
    Command, Completed, Diagnostic, Memory, Model, Progress, Reader, RelPath, Runner, Signature, Workspace,
};
use unbreak_plugin_abi::messages::{self, question};
use unbreak_plugin_abi::{Host, Slice, status};

/// The host of one call.
pub(super) struct Link<'a> {
    host: &'a Host,
    /// Held during a question: the interface allows one at a time.
    turn: Mutex<()>,
}

// SAFETY: `ask` may be called from any thread, one at a time, which `turn` ensures.
unsafe impl Send for Link<'_> {}
// SAFETY: as above.
unsafe impl Sync for Link<'_> {}

impl Link<'_> {
    /// `None` if there is no host, or one with another table.
    ///
    /// # Safety
    /// `host` is null or points to a table that stays as long as the link.
    pub(super) unsafe fn new(host: *const Host) -> Option<Self> {
        // SAFETY: the caller's promise.
        let host = unsafe { host.as_ref() }?;
        (host.size >= size_of::<Host>()).then(|| Self {
            host,
            turn: Mutex::new(()),
        })
    }

    pub(super) fn host(&self) -> *const Host {
        self.host
    }

    /// Asks, and accepts an answer of any size, because it comes from the host.
    pub(super) fn ask(&self, method: &str, payload: &[u8]) -> Result<Vec<u8>, (u32, String)> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let (method, payload) = (Slice::new(method.as_bytes()), Slice::new(payload));
        // SAFETY: the table's own function with its own context, and slices that outlive the call.
        let reply = unsafe { (self.host.ask)(self.host.context, method, payload) };
        // SAFETY: the host's buffer, as it came.
        let bytes = unsafe { reply.buffer.take(usize::MAX) }.unwrap_or_default();
        match reply.status {
            status::OK => Ok(bytes),
            status => Err((status, String::from_utf8_lossy(&bytes).into_owned())),
        }
    }

    fn get<T: DeserializeOwned>(&self, method: &str, payload: &[u8]) -> Result<T, CapabilityError> {
        let bytes = self.ask(method, payload).map_err(refusal)?;
        messages::read(&bytes).map_err(|error| unreadable(&error))
    }

    pub(super) fn workspace(&self, root: &str) -> Files<'_> {
        Files {
            link: self,
            root: PathBuf::from(root),
            files: OnceLock::new(),
        }
    }

    pub(super) fn model<'m>(&'m self, name: &str) -> Asked<'m> {
        Asked {
            link: self,
            name: name.to_owned(),
        }
    }
}

fn refusal((status, message): (u32, String)) -> CapabilityError {
    match status {
        status::DENIED => CapabilityError::Denied(message),
        status::CANCELLED => CapabilityError::Cancelled,
        _ => CapabilityError::Other(message),
    }
}

fn unreadable(error: &messages::Unreadable) -> CapabilityError {
    CapabilityError::Other(format!("the host's answer cannot be read: {error}"))
}

/// The workspace, read through the host.
pub(super) struct Files<'a> {
    link: &'a Link<'a>,
    root: PathBuf,
    files: OnceLock<Arc<[RelPath]>>,
}

impl Workspace for Files<'_> {
    fn root(&self) -> &Path {
        &self.root
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        let payload = messages::header(&messages::File { file: file.clone() });
        self.link
            .ask(question::READ, &payload)
            .map_err(|error| match error.0 {
                status::NOT_FOUND => CapabilityError::NotFound(file.clone()),
                _ => refusal(error),
            })
    }

    fn files(&self) -> Arc<[RelPath]> {
        let ask = || self.link.get(question::FILES, b"null");
        // A host that does not show its files is treated as having none.
        let files = || Arc::from(ask().unwrap_or_else(|_| Vec::new()));
        Arc::clone(self.files.get_or_init(files))
    }

    fn is_file(&self, file: &RelPath) -> bool {
        let payload = messages::header(&messages::File { file: file.clone() });
        self.link.get(question::IS_FILE, &payload).unwrap_or(false)
    }
}

#[async_trait]
impl Runner for Link<'_> {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let answer = self
            .ask(question::RUN, &messages::header(command))
            .map_err(refusal)?;
        let (ran, output): (messages::Ran, &[u8]) =
            messages::split(&answer).map_err(|error| unreadable(&error))?;
        Ok(ran.with_output(output))
    }
}

impl Reader for Link<'_> {
    fn read(&self, command: &Command, completed: &Completed) -> Vec<Diagnostic> {
        let (ran, output) = messages::Ran::of(completed);
        let command = command.clone();
        let payload = messages::with_body(&messages::Understand { command, ran }, &output);
        // A failed answer counts as no diagnostics.
        self.get(question::UNDERSTAND, &payload).unwrap_or_default()
    }
}

impl Progress for Link<'_> {
    fn tell(&self, what: &str) {
        let what = what.to_owned();
        // A host that does not accept progress is no reason to fail.
        let _ = self.ask(
            question::PROGRESS,
            &messages::header(&messages::Progress { what }),
        );
    }
}

/// A model, asked through the host.
pub(super) struct Asked<'a> {
    link: &'a Link<'a>,
    name: String,
}

#[async_trait]
impl Model for Asked<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let answer: Result<_, CapabilityError> = self.link.get(question::COMPLETE, &messages::header(prompt));
        answer.map_err(|error| {
            let kind = match error {
                CapabilityError::Cancelled => ModelErrorKind::Cancelled,
                _ => ModelErrorKind::Rejected,
            };
            ModelError::new(&self.name, kind, error.to_string())
        })
    }
}

#[async_trait]
impl Memory for Link<'_> {
    async fn recall(&self, signature: &Signature, limit: usize) -> Result<Vec<Recalled>, CapabilityError> {
        let recall = messages::Recall {
            signature: signature.clone(),
            limit,
        };
        self.get(question::RECALL, &messages::header(&recall))
    }

    async fn record(
        &self,
        signature: &Signature,
        strategy: &str,
        details: &str,
        fixed: bool,
    ) -> Result<(), CapabilityError> {
        let record = messages::Record {
            signature: signature.clone(),
            strategy: strategy.to_owned(),
            details: details.to_owned(),
            fixed,
        };
        self.ask(question::RECORD, &messages::header(&record))
            .map(drop)
            .map_err(refusal)
    }
}
