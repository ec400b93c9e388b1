//! A client that speaks line by line, and does what it is told: also what no real one would.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::Site;

/// The longest that a working server takes for anything that tests ask of it.
const LONGEST: Duration = Duration::from_secs(60);

/// Which revision is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// 2025-11-25, with its handshake.
    Handshake,
    /// 2026-07-28, without one.
    Stateless,
}

/// A server on its standard streams, killed when the test ends before it.
pub(super) struct Client {
    process: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    era: Era,
    capabilities: Value,
    requests: u64,
    /// Notifications that came while an answer was waited for.
    pub(super) notifications: Vec<Value>,
}

impl Client {
    /// A client with these capabilities, for a server with these arguments.
    pub(super) fn start(site: &Site, arguments: &[&str], era: Era, capabilities: Value) -> Self {
        let mut command = site.unbreak(["mcp"].iter().chain(arguments));
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (send, output) = mpsc::channel();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let message = serde_json::from_str(&line).expect("only messages on standard output");
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Self {
            input: process.stdin.take(),
            process,
            output,
            era,
            capabilities,
            requests: 0,
            notifications: Vec::new(),
        };
        if era == Era::Handshake {
            let hello = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": client.capabilities,
                "clientInfo": { "name": "test", "version": "1" },
            });
            client.request("initialize", hello);
            client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        }
        client
    }

    /// Sends a message as it is; `false` when the server has gone.
    pub(super) fn send(&mut self, message: &Value) -> bool {
        self.send_line(&message.to_string())
    }

    /// Sends a line, message or not.
    pub(super) fn send_line(&mut self, line: &str) -> bool {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").and_then(|()| input.flush()).is_ok()
    }

    /// Begins a request and gives its id.
    pub(super) fn begin(&mut self, method: &str, mut params: Value) -> u64 {
        self.requests += 1;
        let id = self.requests;
        if self.era == Era::Stateless {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
            params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({ "name": "test", "version": "1" });
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The next message.
    pub(super) fn next(&mut self) -> Value {
        self.output
            .recv_timeout(LONGEST)
            .expect("a message of the server")
    }

    /// The next message, or none when the server stays silent so long.
    pub(super) fn next_within(&mut self, patience: Duration) -> Option<Value> {
        self.output.recv_timeout(patience).ok()
    }

    /// The answer to a request. Questions of the server meanwhile are answered by `answer`.
    pub(super) fn answer_to(&mut self, id: u64, mut answer: impl FnMut(&Value) -> Value) -> Value {
        loop {
            let message = self.next();
            match (message.get("method"), message.get("id")) {
                (Some(_), Some(asked)) => {
                    let result = answer(&message);
                    let asked = asked.clone();
                    self.send(&json!({ "jsonrpc": "2.0", "id": asked, "result": result }));
                }
                (Some(_), None) => self.notifications.push(message),
                (None, Some(answered)) if *answered == json!(id) => return message,
                (None, _) => {}
            }
        }
    }

    /// Makes a request and gives the result.
    #[track_caller]
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let mut questions = Vec::new();
        let message = self.answer_to(id, |question| {
            questions.push(question.clone());
            Value::Null
        });
        assert!(questions.is_empty(), "not to be asked: {questions:?}");
        assert!(message.get("error").is_none(), "{message}");
        message["result"].clone()
    }

    /// Calls a tool and gives the result.
    #[track_caller]
    pub(super) fn call(&mut self, tool: &str, arguments: impl Into<Value>) -> Value {
        self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments.into() }),
        )
    }

    /// Calls a tool that has to succeed, and gives its own result.
    #[track_caller]
    pub(super) fn done(&mut self, tool: &str, arguments: impl Into<Value>) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["structuredContent"]["state"], "done", "{result}");
        result["structuredContent"]["result"].clone()
    }

    /// Leaves, and waits for the server's end.
    pub(super) fn leave(mut self) -> i32 {
        self.input = None;
        self.process.wait().unwrap().code().expect("an exit code")
    }

    /// The id of the server's process.
    pub(super) fn process(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The text of a result.
#[track_caller]
pub(super) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("a text")
}
