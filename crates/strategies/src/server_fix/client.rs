//! The client's side of a session with a language server.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unbreak_core::Conversation;
use unbreak_core::capability::CapabilityError;

use super::frame::{Inbox, encode};

/// Listening is given up and begun again this often, so that a deadline is noticed.
const SLICE: Duration = Duration::from_millis(500);

/// The number of bytes after which a server's output is not read any more.
const MOST_HEARD: usize = 256 << 20;

/// A server that is talked to.
pub(super) struct Client {
    name: &'static str,
    talk: Box<dyn Conversation>,
    inbox: Inbox,
    heard: usize,
    deadline: Instant,
    last_id: u64,
    folder: Value,
    /// Its reports for each file, by URI; a report replaces the one before.
    pub(super) reported: BTreeMap<String, Vec<Value>>,
    /// Edits that it asked to be applied.
    pub(super) edits: VecDeque<Value>,
    /// Whether the server has finished its work, if it reports that.
    rests: Option<bool>,
}

impl Client {
    pub(super) fn new(
        name: &'static str,
        talk: Box<dyn Conversation>,
        folder: Value,
        limit: Duration,
    ) -> Self {
        Self {
            name,
            talk,
            inbox: Inbox::default(),
            heard: 0,
            deadline: Instant::now() + limit,
            last_id: 0,
            folder,
            reported: BTreeMap::new(),
            edits: VecDeque::new(),
            rests: None,
        }
    }

    /// Asks, and waits for the answer. An error that the server answers is not an answer: `null`.
    ///
    /// # Errors
    /// When it ended, or did not answer in time.
    pub(super) async fn request(&mut self, method: &str, params: Value) -> Result<Value, CapabilityError> {
        self.last_id += 1;
        let id = self.last_id;
        let question = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&question).await?;
        loop {
            let mut message = self
                .receive(self.deadline)
                .await?
                .ok_or_else(|| self.late(method))?;
            if message["id"] == id && message.get("method").is_none() {
                return Ok(message["result"].take());
            }
            self.attend(&message).await?;
        }
    }

    /// Tells it something.
    ///
    /// # Errors
    /// When it ended, or does not listen.
    pub(super) async fn notify(&mut self, method: &str, params: Value) -> Result<(), CapabilityError> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await
    }

    /// Listens until something holds; `false` when it did not in time.
    ///
    /// # Errors
    /// When the server ended.
    pub(super) async fn listen_until(
        &mut self,
        limit: Duration,
        holds: impl Fn(&Self) -> bool,
    ) -> Result<bool, CapabilityError> {
        let deadline = self.deadline.min(Instant::now() + limit);
        while !holds(self) {
            match self.receive(deadline).await? {
                Some(message) => self.attend(&message).await?,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns whether it announced that it has nothing left to do.
    pub(super) fn rests(&self) -> bool {
        self.rests == Some(true)
    }

    async fn send(&mut self, message: &Value) -> Result<(), CapabilityError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.talk.say(encode(message), left).await
    }

    /// The next message; `None` when none comes until `deadline`. A server that never stops sending
    /// does not extend it.
    async fn receive(&mut self, deadline: Instant) -> Result<Option<Value>, CapabilityError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let next = self.inbox.next().map_err(|why| self.refuse(&why))?;
            if next.is_some() {
                return Ok(next);
            }
            let heard = self.talk.hear(left.min(SLICE)).await?;
            self.heard += heard.len();
            if self.heard > MOST_HEARD {
                return Err(self.refuse("its message is too large"));
            }
            self.inbox.add(&heard);
        }
    }

    fn refuse(&self, why: &str) -> CapabilityError {
        CapabilityError::Other(format!("{}: {why}", self.name))
    }

    /// Handles a notification or request of the server.
    async fn attend(&mut self, message: &Value) -> Result<(), CapabilityError> {
        let params = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "textDocument/publishDiagnostics" => self.note_report(params),
            "experimental/serverStatus" => self.rests = params["quiescent"].as_bool(),
            "workspace/applyEdit" => self.edits.push_back(params["edit"].clone()),
            _ => {}
        }
        let is_question = message.get("method").is_some();
        match message.get("id").filter(|_| is_question) {
            Some(id) => {
                let result = self.answer(message);
                self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
                    .await
            }
            None => Ok(()),
        }
    }

    fn answer(&self, message: &Value) -> Value {
        match message["method"].as_str().unwrap_or_default() {
            // No setting is set: one `null` for each requested one.
            "workspace/configuration" => {
                let items = message["params"]["items"].as_array().map_or(0, Vec::len);
                Value::Array(vec![Value::Null; items])
            }
            "workspace/workspaceFolders" => json!([self.folder]),
            // Edits are only collected; the caller decides later whether to apply them.
            "workspace/applyEdit" => json!({"applied": false}),
            _ => Value::Null,
        }
    }

    fn note_report(&mut self, params: &Value) {
        if let (Some(uri), Some(found)) = (params["uri"].as_str(), params["diagnostics"].as_array()) {
            self.reported.insert(uri.to_owned(), found.clone());
        }
    }

    fn late(&self, method: &str) -> CapabilityError {
        CapabilityError::Other(format!("{} did not answer {method} in time", self.name))
    }
}
