//! A server that speaks as much of OpenAI's chat completions as the tests need.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::Site;

/// What the server does about a question.
pub(crate) enum Reply {
    /// Answers it.
    Text(String),
    /// Sends this much of an answer, and then nothing until the client goes away.
    Stall(String),
}

/// A model as a server; it runs until its process ends.
pub(crate) struct ChatServer {
    address: SocketAddr,
    record: Arc<Record>,
}

#[derive(Default)]
struct Record {
    asked: Mutex<Vec<Value>>,
    stalled: AtomicUsize,
    left: AtomicUsize,
}

/// Gives the reply to a request.
type Replying = Mutex<Box<dyn FnMut(&Value) -> Reply + Send>>;

impl ChatServer {
    /// Starts a server on a free port.
    pub(crate) fn start(reply: impl FnMut(&Value) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let record = Arc::new(Record::default());
        let shared = Arc::clone(&record);
        let replying: Arc<Replying> = Arc::new(Mutex::new(Box::new(reply)));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (record, replying) = (Arc::clone(&shared), Arc::clone(&replying));
                // A client that goes away is what some tests are about.
                thread::spawn(move || drop(serve(stream, &record, &replying)));
            }
        });
        Self { address, record }
    }

    /// A server that answers questions for a plan with one, and all others with this text.
    pub(crate) fn answering(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::start(move |request| {
            Reply::Text(if wants_plan(request) {
                PLAN.to_owned()
            } else {
                text.clone()
            })
        })
    }

    /// The requests so far.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.record.asked.lock().unwrap().clone()
    }

    /// The number of answers that stopped in the middle.
    pub(crate) fn stalled(&self) -> usize {
        self.record.stalled.load(Ordering::SeqCst)
    }

    /// The number of clients that went away in the middle of an answer.
    pub(crate) fn left(&self) -> usize {
        self.record.left.load(Ordering::SeqCst)
    }

    /// Writes a configuration that asks this server alone, and gives its path.
    pub(crate) fn configure(&self, site: &Site) -> String {
        let path = site.beside("models.toml");
        let text = format!(
            "[models.simulated]\nprovider = \"openai\"\nmodel = \"simulated\"\nbase_url = \"http://{}/v1\"\n\n\
             [model]\ntiers = [\"simulated\"]\nsamples = 1\n",
            self.address
        );
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

/// A plan for whatever fails.
pub(crate) const PLAN: &str = r#"{"root_cause": "a wrong expression", "goal": "the tests pass",
"strategies": [{"kind": "code_edit", "action": "correct", "description": "correct it"}],
"related_files": [], "confidence": 0.9}"#;

/// Whether a request wants an analysis, not an edit.
pub(crate) fn wants_plan(request: &Value) -> bool {
    !request["response_format"].is_null()
}

/// One SEARCH/REPLACE block.
pub(crate) fn block(file: &str, search: &str, replace: &str) -> String {
    let lines = |text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{text}\n")
        }
    };
    format!(
        "{file}\n<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n",
        lines(search),
        lines(replace)
    )
}

fn serve(stream: TcpStream, record: &Record, replying: &Replying) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    while let Some(request) = read(&mut reader)? {
        record.asked.lock().unwrap().push(request.clone());
        let reply = (replying.lock().unwrap())(&request);
        match reply {
            Reply::Text(text) => send(&mut out, &request, &text)?,
            Reply::Stall(text) => {
                write!(
                    out,
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{}",
                    delta(&text)
                )?;
                record.stalled.fetch_add(1, Ordering::SeqCst);
                let _ = reader.read_to_end(&mut Vec::new());
                record.left.fetch_add(1, Ordering::SeqCst);
                return Ok(());
            }
        }
    }
    Ok(())
}

fn send(out: &mut TcpStream, request: &Value, text: &str) -> std::io::Result<()> {
    let usage = json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110});
    let (kind, body) = match request["stream"] == true {
        true => {
            let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
            let used = json!({"choices": [], "usage": usage});
            (
                "text/event-stream",
                format!("{}data: {end}\n\ndata: {used}\n\ndata: [DONE]\n\n", delta(text)),
            )
        }
        false => {
            let message = json!({"role": "assistant", "content": text});
            let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
            (
                "application/json",
                json!({"choices": [choice], "usage": usage}).to_string(),
            )
        }
    };
    let length = body.len();
    write!(
        out,
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

fn delta(text: &str) -> String {
    let choice = json!({"index": 0, "delta": {"content": text}, "finish_reason": null});
    format!("data: {}\n\n", json!({"choices": [choice]}))
}

/// The body of the next request; none at the end of the connection.
fn read(reader: &mut BufReader<TcpStream>) -> std::io::Result<Option<Value>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}
