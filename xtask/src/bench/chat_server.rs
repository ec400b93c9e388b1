//! A server that speaks as much of OpenAI's chat completions as is needed, with and without a stream.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

/// Gives the answer to a request.
type Answering = dyn FnMut(&Value) -> String + Send;

/// A running server. Its thread ends with the program.
pub(super) struct ChatServer {
    address: SocketAddr,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    calls: AtomicU64,
    tokens: AtomicU64,
    bodies: Mutex<Vec<String>>,
}

impl ChatServer {
    /// Starts a server on a free port.
    ///
    /// # Errors
    /// When there is no free port.
    pub(super) fn start(answer: impl FnMut(&Value) -> String + Send + 'static) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let counts = Arc::new(Counts::default());
        let shared = Arc::clone(&counts);
        let answering: Arc<Mutex<Box<Answering>>> = Arc::new(Mutex::new(Box::new(answer)));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (counts, answering) = (Arc::clone(&shared), Arc::clone(&answering));
                // A client that goes away is no failure of the bench.
                thread::spawn(move || drop(serve(stream, &counts, &answering)));
            }
        });
        Ok(Self { address, counts })
    }

    /// The number of questions, and of tokens read and written.
    pub(super) fn asked(&self) -> (u64, u64) {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (load(&self.counts.calls), load(&self.counts.tokens))
    }

    /// The bodies of all requests.
    pub(super) fn bodies(&self) -> String {
        let bodies = self.counts.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        bodies.join("\n")
    }

    /// A configuration that asks this server alone.
    pub(super) fn configuration(&self, samples: u32) -> String {
        format!(
            "[models.simulated]\nprovider = \"openai\"\nmodel = \"simulated\"\nbase_url = \"http://{}/v1\"\n\n\
             [model]\ntiers = [\"simulated\"]\nsamples = {samples}\n",
            self.address
        )
    }
}

fn serve(stream: TcpStream, counts: &Counts, answering: &Mutex<Box<Answering>>) -> Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    while let Some(request) = read(&mut reader)? {
        let answer = {
            let mut answering = answering.lock().unwrap_or_else(PoisonError::into_inner);
            answering(&request)
        };
        let mut bodies = counts.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        bodies.push(request.to_string());
        drop(bodies);
        let tokens = |text: &str| text.len().div_ceil(4) as u64;
        let (read, written) = (tokens(&request["messages"].to_string()), tokens(&answer));
        counts.calls.fetch_add(1, Ordering::Relaxed);
        counts.tokens.fetch_add(read + written, Ordering::Relaxed);
        let usage =
            json!({"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written});
        let is_stream = request["stream"] == true;
        let (kind, body) = if is_stream {
            ("text/event-stream", streamed(&answer, &usage))
        } else {
            ("application/json", whole(&answer, &usage))
        };
        write!(
            out,
            "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )?;
    }
    Ok(())
}

fn whole(answer: &str, usage: &Value) -> String {
    let message = json!({"role": "assistant", "content": answer});
    json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage})
        .to_string()
}

fn streamed(answer: &str, usage: &Value) -> String {
    let chunk = |delta: Value, reason: Value| json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]});
    let chunks = [
        chunk(json!({"role": "assistant", "content": answer}), Value::Null),
        chunk(json!({}), json!("stop")),
        json!({"object": "chat.completion.chunk", "choices": [], "usage": usage}),
    ];
    let mut text: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    text.push_str("data: [DONE]\n\n");
    text
}

/// The body of the next request; none at the end of the connection.
fn read(reader: &mut BufReader<TcpStream>) -> Result<Option<Value>> {
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
            length = value.trim().parse().context("content-length is a number")?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}
