//! Reads a panic line by line: its header, old and new, its message, its backtrace.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Severity};

use crate::format::locate;

/// Lines kept of a message.
const MESSAGE_LINES: usize = 30;
/// Frames kept of a backtrace.
const FRAMES: usize = 100;

/// A panic in the middle.
#[derive(Debug)]
pub(super) struct PanicReader {
    /// The width of the text before each line: a test runner's indentation.
    margin: usize,
    thread: String,
    location: Location,
    message: Vec<String>,
    /// Innermost first, as printed.
    frames: Vec<Frame>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// In an old header whose message spans lines.
    Quoted,
    Message,
    Backtrace,
    /// Only notes may follow.
    Remarks,
}

impl PanicReader {
    /// Begins at `thread 'main' (123) panicked at src/main.rs:3:5:` (since Rust 1.73) or
    /// `thread 'main' panicked at 'message', src/main.rs:3:5`.
    pub(super) fn begin(line: &str) -> Option<Self> {
        let margin = line.find("thread '")?;
        let (thread, rest) = line[margin + "thread '".len()..].split_once('\'')?;
        let at = rest
            .find("panicked at ")
            .filter(|at| *at <= " (18446744073709551615) ".len())?;
        let said = &rest[at + "panicked at ".len()..];
        let mut reader = Self {
            margin: if line[..margin].trim().is_empty() {
                margin
            } else {
                0
            },
            thread: thread.to_owned(),
            location: Location::default(),
            message: Vec::new(),
            frames: Vec::new(),
            state: State::Message,
        };
        match said.strip_prefix('\'') {
            Some(quoted) => reader.quoted(quoted),
            None => reader.location = locate::at_start(said.strip_suffix(':')?)?.location(),
        }
        Some(reader)
    }

    /// The name of the thread, which in a test is the name of the test.
    pub(super) fn thread(&self) -> &str {
        &self.thread
    }

    /// Looks at the next line; `false` when it does not belong to the panic.
    pub(super) fn line(&mut self, line: &str) -> bool {
        let text = self.without_margin(line);
        if self.state == State::Quoted {
            self.quoted(text);
            return true;
        }
        if text.starts_with("stack backtrace:") {
            self.state = State::Backtrace;
            return true;
        }
        if text.starts_with("note: run with `RUST_BACKTRACE")
            || text.starts_with("note: Some details are omitted")
        {
            self.state = State::Remarks;
            return true;
        }
        match self.state {
            State::Message => self.message_line(text),
            State::Backtrace => self.frame_line(text),
            State::Quoted | State::Remarks => false,
        }
    }

    /// Returns whether the last line is part of the message only because nothing says otherwise.
    pub(super) fn is_doubtful(&self) -> bool {
        let last = self.message.last().filter(|_| self.state == State::Message);
        last.is_some_and(|line| self.message.len() > 1 && !line.starts_with(' '))
    }

    /// The diagnostic.
    pub(super) fn finish(self) -> Diagnostic {
        let message = self.message.join("\n");
        let error_type = if message.starts_with("assertion ") {
            ErrorType::Assertion
        } else {
            ErrorType::Runtime
        };
        let mut diagnostic =
            Diagnostic::new(error_type, Severity::Error, message.trim_end()).at(self.location);
        diagnostic.frames = self.frames.into_iter().rev().collect();
        if let Some(innermost) = diagnostic.frames.last_mut() {
            innermost.innermost = true;
        }
        diagnostic
    }

    fn without_margin<'a>(&self, line: &'a str) -> &'a str {
        match line.split_at_checked(self.margin) {
            Some((margin, rest)) if margin.trim().is_empty() => rest,
            _ => line,
        }
    }

    /// The rest of an old message, up to `', src/main.rs:3:5`.
    fn quoted(&mut self, text: &str) {
        let end = text
            .rfind("', ")
            .and_then(|at| Some((at, locate::at_start(&text[at + 3..])?)));
        let full = self.message.len() == MESSAGE_LINES;
        match end {
            Some((at, placed)) => {
                self.location = placed.location();
                self.message.push(text[..at].to_owned());
                self.state = State::Remarks;
            }
            None if full => self.state = State::Remarks,
            None => {
                self.message.push(text.to_owned());
                self.state = State::Quoted;
            }
        }
    }

    /// The first line is always the message; the others as long as no other tool's output begins.
    fn message_line(&mut self, text: &str) -> bool {
        let first = self.message.is_empty();
        if !first && (text.trim().is_empty() || is_harness(text) || self.message.len() == MESSAGE_LINES) {
            return false;
        }
        self.message.push(text.trim_end().to_owned());
        true
    }

    /// `  12: core::panicking::panic` and `             at ./src/lib.rs:3:5` below it.
    fn frame_line(&mut self, text: &str) -> bool {
        let text = text.trim_start();
        if let Some(place) = text.strip_prefix("at ") {
            let location = locate::at_start(place).map(|placed| placed.location());
            if let (Some(frame), Some(location)) = (self.frames.last_mut(), location) {
                frame.location = location;
            }
            return true;
        }
        let Some((number, function)) = text.split_once(": ") else {
            return false;
        };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        if self.frames.len() < FRAMES {
            let frame = Frame::new(Location::default(), Some(function.trim().to_owned()));
            self.frames.push(frame);
        }
        true
    }
}

/// Lines that a test harness or cargo print next.
fn is_harness(text: &str) -> bool {
    const STARTS: [&str; 9] = [
        "test ",
        "thread '",
        "failures:",
        "failed to ",
        "error:",
        "error[",
        "----",
        "FAILED",
        "warning:",
    ];
    STARTS.iter().any(|start| text.starts_with(start)) || text == "ok"
}
