//! The messages of an answer: events of server-sent events, lines of JSON, or one document.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line of a stream, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The longest answer with everything around it, in bytes.
pub(super) const LONGEST_ANSWER: usize = 16 << 20;

/// How messages are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// `data:` lines, an empty line after each event.
    /// <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    Events,
    /// A document in each line.
    Lines,
    /// One document.
    Whole,
}

impl Framing {
    /// The framing for the `Content-Type` of an answer.
    pub(super) fn of(content_type: &str) -> Self {
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        match kind.to_ascii_lowercase().as_str() {
            "text/event-stream" => Self::Events,
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => Self::Lines,
            _ => Self::Whole,
        }
    }
}

/// Reads messages one after another.
pub(super) struct Messages<R> {
    reader: BufReader<R>,
    framing: Framing,
    left: usize,
}

impl<R: Read> Messages<R> {
    pub(super) fn new(reader: R, framing: Framing) -> Self {
        Self {
            reader: BufReader::new(reader),
            framing,
            left: LONGEST_ANSWER,
        }
    }

    /// The next message; `None` at the end.
    ///
    /// # Errors
    /// If the connection breaks, or the answer is too long.
    pub(super) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        match self.framing {
            Framing::Events => self.event(),
            Framing::Lines => self.filled_line(),
            Framing::Whole => self.whole(),
        }
    }

    fn event(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut data: Option<Vec<u8>> = None;
        while let Some(line) = self.line()? {
            if line.is_empty() {
                match data {
                    Some(data) => return Ok(Some(data)),
                    None => continue,
                }
            }
            let Some(value) = line.strip_prefix(b"data:") else {
                continue;
            };
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match &mut data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend(value);
                }
                None => data = Some(value.to_vec()),
            }
        }
        Ok(data)
    }

    fn filled_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        while let Some(line) = self.line()? {
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// A line without its end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let most = LONGEST_LINE.min(self.left);
        let mut line = Vec::new();
        let read = self
            .reader
            .by_ref()
            .take(most as u64 + 1)
            .read_until(b'\n', &mut line)?;
        if read > most {
            return Err(too_long());
        }
        self.left -= read;
        if line.pop_if(|byte| *byte == b'\n').is_some() {
            line.pop_if(|byte| *byte == b'\r');
        }
        Ok((read > 0).then_some(line))
    }

    fn whole(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut all = Vec::new();
        self.reader
            .by_ref()
            .take(self.left as u64 + 1)
            .read_to_end(&mut all)?;
        if all.len() > self.left {
            return Err(too_long());
        }
        self.left -= all.len();
        Ok((!all.is_empty()).then_some(all))
    }
}

/// The answer is too long.
#[derive(Debug, thiserror::Error)]
#[error("the answer is longer than {LONGEST_LINE} bytes in a line or {LONGEST_ANSWER} in all")]
pub(super) struct TooLong;

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, TooLong)
}
