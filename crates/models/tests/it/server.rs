//! A server on the loopback that does what its test says, for each connection.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Value,
}

/// A server that runs until its process ends.
pub(crate) struct Server {
    pub(crate) address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    closed: Arc<Mutex<Vec<Instant>>>,
}

impl Server {
    /// Calls `answer` with the number of the connection, from 0, and its stream.
    pub(crate) fn start(answer: impl Fn(usize, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Self {
            address: format!("http://{}", listener.local_addr().unwrap()),
            requests: Arc::default(),
            closed: Arc::default(),
        };
        let (requests, closed) = (Arc::clone(&server.requests), Arc::clone(&server.closed));
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let (requests, closed) = (Arc::clone(&requests), Arc::clone(&closed));
                let answer = Arc::clone(&answer);
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let Some(request) = read(&stream) else { return };
                    requests.lock().unwrap().push(request);
                    answer(number, &mut stream);
                    // Closing its own half, it sees when the client closes the other.
                    let _ = stream.shutdown(std::net::Shutdown::Write);
                    let _ = stream.read_to_end(&mut Vec::new());
                    closed.lock().unwrap().push(Instant::now());
                });
            }
        });
        server
    }

    /// Answers each connection with the same bytes.
    pub(crate) fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::start(move |_, stream| drop(stream.write_all(&bytes)))
    }

    /// Answers the first connection with the first of these, and so on; the last for all that follow.
    pub(crate) fn saying_in_turn(answers: Vec<String>) -> Self {
        Self::start(move |number, stream| {
            let answer = &answers[number.min(answers.len() - 1)];
            drop(stream.write_all(answer.as_bytes()));
        })
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// Waits until this many connections were closed by the client.
    pub(crate) fn wait_for_closed(&self, number: usize, limit: Duration) -> bool {
        wait(limit, || self.closed.lock().unwrap().len() >= number)
    }
}

fn wait(limit: Duration, done: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while !done() {
        if started.elapsed() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length: usize = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).ok()?;
    Some(Request { path, headers, body })
}

/// An answer with a status, headers and a body.
pub(crate) fn status(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}connection: close\r\n\r\n{body}",
        body.len()
    )
}

/// The beginning of a stream of events that ends when the connection does.
pub(crate) const STREAM: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";

/// A stream of events in OpenAI's format: pieces of a text, and the end.
pub(crate) fn chat(pieces: &[&str]) -> String {
    let pieces = pieces.iter().map(|piece| piece_of(piece)).collect::<String>();
    let end = r#"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;
    let usage = r#"data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7}}"#;
    format!("{STREAM}{pieces}{end}\n\n{usage}\n\ndata: [DONE]\n\n")
}

/// A piece of a text as an event.
pub(crate) fn piece_of(text: &str) -> String {
    let event =
        serde_json::json!({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]});
    format!("data: {event}\n\n")
}
