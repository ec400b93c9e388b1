//! A server that speaks as much of OpenAI's chat completions as is needed, with and without a stream.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Value, json};

/// The reaction of the server to a question.
#[derive(Debug)]
pub enum Reply {
    /// Answers it.
    Text(String),
    /// Sends this much of an answer, and then nothing until the client goes away.
    Stall(String),
}

/// A model as a server. It runs until its process ends.
#[derive(Debug)]
pub struct ChatServer {
    address: SocketAddr,
    record: Arc<Record>,
}

#[derive(Debug, Default)]
struct Record {
    asked: Mutex<Vec<Value>>,
    tokens: AtomicU64,
    stalled: AtomicUsize,
    left: AtomicUsize,
}

/// Gives the reply to a request.
type Replying = Mutex<Box<dyn FnMut(&Value) -> Reply + Send>>;

impl ChatServer {
    /// Starts a server on a free port.
    ///
    /// # Errors
    /// When there is no free port.
    pub fn start(reply: impl FnMut(&Value) -> Reply + Send + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let record = Arc::new(Record::default());
        let shared = Arc::clone(&record);
        let replying: Arc<Replying> = Arc::new(Mutex::new(Box::new(reply)));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (record, replying) = (Arc::clone(&shared), Arc::clone(&replying));
                // A client that goes away is not a failure.
                thread::spawn(move || drop(serve(stream, &record, &replying)));
            }
        });
        Ok(Self { address, record })
    }

    /// A configuration that asks this server alone.
    pub fn configuration(&self, samples: u32) -> String {
        format!(
            "[models.simulated]\nprovider = \"openai\"\nmodel = \"simulated\"\nbase_url = \"http://{}/v1\"\n\n\
             [model]\ntiers = [\"simulated\"]\nsamples = {samples}\n",
            self.address
        )
    }

    /// The bodies of the requests so far.
    pub fn asked(&self) -> Vec<Value> {
        lock(&self.record.asked).clone()
    }

    /// The number of tokens that were read and written, at four bytes each.
    pub fn tokens(&self) -> u64 {
        self.record.tokens.load(Ordering::SeqCst)
    }

    /// The number of answers that stopped in the middle.
    pub fn stalled(&self) -> usize {
        self.record.stalled.load(Ordering::SeqCst)
    }

    /// The number of clients that went away in the middle of an answer.
    pub fn left(&self) -> usize {
        self.record.left.load(Ordering::SeqCst)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(stream: TcpStream, record: &Record, replying: &Replying) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    while let Some(request) = read(&mut reader)? {
        lock(&record.asked).push(request.clone());
        let reply = (lock(replying))(&request);
        match reply {
            Reply::Text(text) => {
                let tokens = |text: &str| text.len().div_ceil(4) as u64;
                let (read, written) = (tokens(&request["messages"].to_string()), tokens(&text));
                record.tokens.fetch_add(read + written, Ordering::SeqCst);
                let usage = json!({"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written});
                send(&mut out, request["stream"] == true, &text, &usage)?;
            }
            Reply::Stall(text) => {
                write!(
                    out,
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{}",
                    event(&delta(&text))
                )?;
                record.stalled.fetch_add(1, Ordering::SeqCst);
                // Ends when the client goes away, however it does.
                let _ = reader.read_to_end(&mut Vec::new());
                record.left.fetch_add(1, Ordering::SeqCst);
                return Ok(());
            }
        }
    }
    Ok(())
}

fn send(out: &mut TcpStream, is_stream: bool, text: &str, usage: &Value) -> io::Result<()> {
    let (kind, body) = match is_stream {
        true => {
            let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
            let used = json!({"choices": [], "usage": usage});
            let events = [delta(text), end, used].map(|chunk| event(&chunk));
            ("text/event-stream", events.concat() + "data: [DONE]\n\n")
        }
        false => {
            let message = json!({"role": "assistant", "content": text});
            let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
            let whole = json!({"choices": [choice], "usage": usage});
            ("application/json", whole.to_string())
        }
    };
    let length = body.len();
    write!(
        out,
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

fn delta(text: &str) -> Value {
    json!({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]})
}

fn event(chunk: &Value) -> String {
    format!("data: {chunk}\n\n")
}

/// The body of the next request; none at the end of the connection.
fn read(reader: &mut BufReader<TcpStream>) -> io::Result<Option<Value>> {
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
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}
