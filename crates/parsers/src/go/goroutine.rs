//! Reads the crash of a Go program line by line: the message, then the stacks of its goroutines.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Severity};

use crate::format::locate;

/// Lines kept of a message.
const MESSAGE_LINES: usize = 30;
/// Frames kept of a stack.
const FRAMES: usize = 100;

/// A crash in the middle.
#[derive(Debug)]
pub(super) struct Crash {
    message: Vec<String>,
    /// The frames of the goroutine that crashed, innermost first, as printed.
    frames: Vec<Frame>,
    /// The frames of the goroutine that ran a test at the timeout.
    waiting: Vec<Frame>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Message,
    /// After the blank line that ends the message.
    Gap,
    /// In the stack of the goroutine that crashed.
    First,
    /// In those of the others.
    Others,
}

impl Crash {
    /// Begins at `panic: ...` or `fatal error: ...`.
    pub(super) fn begin(line: &str) -> Option<Self> {
        let message = line
            .strip_prefix("panic: ")
            .or_else(|| line.strip_prefix("fatal error: "))?;
        Some(Self {
            message: vec![message.trim_end().to_owned()],
            frames: Vec::new(),
            waiting: Vec::new(),
            state: State::Message,
        })
    }

    /// Returns whether a goroutine was named; without one it was no crash of a Go program.
    pub(super) fn has_stack(&self) -> bool {
        matches!(self.state, State::First | State::Others)
    }

    /// Looks at the next line; `false` when the crash ended before it.
    pub(super) fn line(&mut self, line: &str) -> bool {
        if line.starts_with("goroutine ") && line.trim_end().ends_with(':') {
            if !self.waiting.iter().any(is_test) {
                self.waiting.clear();
            }
            self.state = if self.has_stack() {
                State::Others
            } else {
                State::First
            };
            return true;
        }
        match self.state {
            State::Message if line.trim().is_empty() => self.state = State::Gap,
            State::Message => return self.message_line(line),
            // `runtime stack:` comes before the goroutines when the runtime itself failed.
            State::Gap => return line.trim().is_empty() || line.starts_with("runtime ") || is_frame(line),
            State::First | State::Others if line.trim().is_empty() => self.state = State::Others,
            State::First => return is_frame(line) && frame_line(&mut self.frames, line),
            State::Others if line.starts_with("exit status ") => {}
            State::Others => return is_frame(line) && self.other_line(line),
        }
        true
    }

    fn message_line(&mut self, line: &str) -> bool {
        let harness = line.starts_with("---") || line.starts_with("FAIL") || line.starts_with("exit status ");
        if harness || self.message.len() == MESSAGE_LINES {
            return false;
        }
        // `[signal SIGSEGV: segmentation violation ...]`, a panic while panicking.
        self.message.push(line.trim().to_owned());
        true
    }

    /// The stacks of the others matter when a test did not end: the alarm's own says nothing.
    fn other_line(&mut self, line: &str) -> bool {
        let over = self.waiting.iter().any(is_test) && line.starts_with("testing.");
        if self.has_timed_out() && !over {
            frame_line(&mut self.waiting, line);
        }
        true
    }

    fn has_timed_out(&self) -> bool {
        self.message
            .first()
            .is_some_and(|message| message.starts_with("test timed out after"))
    }

    /// The diagnostic, at the innermost entry of the stack that is not the runtime's.
    pub(super) fn finish(mut self) -> Diagnostic {
        let timed_out = self.has_timed_out();
        if self.waiting.iter().any(is_test) {
            self.frames = std::mem::take(&mut self.waiting);
        }
        let message = said_once(&self.message);
        let own = self.frames.iter().find(|frame| !is_runtime(frame));
        let location = own.or(self.frames.first()).map(|frame| frame.location.clone());
        let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
        if timed_out {
            diagnostic.error_type = ErrorType::Timeout;
        }
        diagnostic.location = location.unwrap_or_default();
        diagnostic.frames = self.frames.into_iter().rev().collect();
        if let Some(innermost) = diagnostic.frames.last_mut() {
            innermost.innermost = true;
        }
        diagnostic
    }
}

/// The lines of a message, each once. Package testing panics again with the recovered value.
fn said_once(lines: &[String]) -> String {
    let mut said: Vec<String> = Vec::new();
    for line in lines {
        let line = line
            .replace(" [recovered, repanicked]", "")
            .replace(" [recovered]", "");
        let again = line
            .strip_prefix("panic: ")
            .is_some_and(|text| said.first().is_some_and(|first| first == text));
        if !again {
            said.push(line);
        }
    }
    said.join("\n")
}

/// `main.f(...)` and `\t/a/main.go:12 +0x1d` below it.
fn frame_line(frames: &mut Vec<Frame>, line: &str) -> bool {
    if let Some(place) = line.strip_prefix('\t') {
        let location = locate::at_start(place).map(|placed| placed.location());
        // A function has one place; a second one belongs to a function that was left out.
        if let (Some(frame), Some(location)) = (frames.last_mut(), location)
            && frame.location.file.is_none()
        {
            frame.location = location;
        }
    } else if frames.len() < FRAMES && !line.starts_with("created by ") {
        let function = line.rsplit_once('(').map_or(line, |(function, _)| function);
        frames.push(Frame::new(Location::default(), Some(function.to_owned())));
    }
    true
}

fn is_test(frame: &Frame) -> bool {
    let file = frame.location.file.as_deref();
    file.is_some_and(|file| file.ends_with("_test.go"))
}

/// Returns whether the line can belong to a stack: a place, or a function with its arguments.
fn is_frame(line: &str) -> bool {
    line.starts_with('\t')
        || line.starts_with("created by ")
        || line.starts_with("...") && line.ends_with("elided...")
        || (line.ends_with(')') && line.contains('(') && !line.starts_with(' ') && !line.contains(": "))
}

/// Returns whether a frame belongs to the runtime or to package testing, whose functions are above the failed one.
fn is_runtime(frame: &Frame) -> bool {
    let file = frame.location.file.as_deref().unwrap_or_default();
    let function = frame.function.as_deref().unwrap_or_default();
    let package = ["runtime.", "testing.", "panic", "sync.", "syscall.", "internal/"];
    file.contains("/src/runtime/")
        || file.contains("/src/testing/")
        || package.iter().any(|start| function.starts_with(start))
}
