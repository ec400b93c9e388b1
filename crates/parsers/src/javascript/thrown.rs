//! Errors as JavaScript engines print them: `Class [CODE]: message`, then the stack.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Note, Severity};

use super::transform;

use crate::format::{locate, marks, stack};
use crate::pipeline::escape;

/// Lines kept of one message.
const MESSAGE_LINES: usize = 60;
/// Lines from the place of quoted source to the error: the place, the source and its mark.
const QUOTED_LINES: usize = 3;
/// Frames kept of one stack.
const FRAMES: usize = 100;

/// An error whose lines are still coming.
#[derive(Debug, Default)]
pub(super) struct Thrown {
    lines: Vec<String>,
    /// Blanks before the first line; they are taken off the others too.
    indentation: usize,
    /// Innermost first, as printed.
    frames: Vec<Frame>,
    in_stack: bool,
}

impl Thrown {
    /// Reads all lines of an error. Within JSON, too, they may be coloured.
    pub(super) fn read(text: &str) -> Self {
        let plain = escape::strip(text.as_bytes());
        let mut thrown = Self::default();
        let text = String::from_utf8_lossy(&plain);
        text.lines().for_each(|line| thrown.push(line));
        thrown
    }

    /// Takes a line: of the message, of the stack, or of quoted source, which is left out.
    pub(super) fn push(&mut self, line: &str) {
        if is_frame(line) {
            self.in_stack = true;
            self.push_frame(stack::frame(line));
        } else if !self.in_stack && !marks::is_gutter(line) {
            self.push_message(line.trim_end());
        }
    }

    /// Takes a stack frame that was parsed already; `None` for one of the engine's own files.
    pub(super) fn push_frame(&mut self, frame: Option<Frame>) {
        self.in_stack = true;
        if self.frames.len() < FRAMES {
            self.frames.extend(frame);
        }
    }

    /// Returns whether the stack has begun.
    pub(super) fn in_stack(&self) -> bool {
        self.in_stack
    }

    /// Returns whether there is no text yet.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn push_message(&mut self, line: &str) {
        if self.lines.is_empty() {
            if line.is_empty() {
                return;
            }
            self.indentation = line.len() - line.trim_start().len();
        }
        if self.lines.len() < MESSAGE_LINES {
            let shared = line.bytes().take(self.indentation).take_while(|b| *b == b' ');
            self.lines.push(line[shared.count()..].to_owned());
        }
    }

    /// The diagnostic. Its place is the innermost one outside `node_modules`, if the stack has one.
    pub(super) fn into_diagnostic(mut self) -> Diagnostic {
        let quoted = self.skip_to_syntax_error();
        let text = self.lines.join("\n");
        let (code, message) = split_header(text.trim());
        let unread = transform::failure(message);
        let kind = match unread {
            Some(_) => ErrorType::Syntax,
            None => error_type(code, message),
        };
        let (location, message) = match (unread, code) {
            (Some((location, said)), _) => (Some(location), said),
            (None, Some("SyntaxError")) => quoted_place(message),
            _ => (None, message),
        };
        // Who required a module is another one for every test that does.
        let (message, requirers) = match message.split_once("\nRequire stack:\n") {
            Some((message, requirers)) => (message, Some(requirers)),
            None => (message, None),
        };
        let mut diagnostic = Diagnostic::new(kind, Severity::Error, message);
        diagnostic.notes.extend(requirers.map(|requirers| Note {
            message: format!(
                "required by {}",
                requirers.trim_start_matches("- ").replace("\n- ", ", ")
            ),
            location: Location::default(),
        }));
        diagnostic.code = code.filter(|code| *code != "Error").map(str::to_owned);
        let location = location
            .or(quoted)
            .or_else(|| self.place())
            .or_else(|| importer(message));
        diagnostic.location = location.unwrap_or_default();
        diagnostic.frames = self.into_frames();
        if diagnostic.error_type == ErrorType::Syntax {
            diagnostic.severity = Severity::Fatal;
        }
        diagnostic
    }

    /// Jest explains transformers at length before the error itself. Directly above it, Node quotes the source
    /// below its place, which is returned.
    fn skip_to_syntax_error(&mut self) -> Option<Location> {
        let mut lines = self.lines.iter();
        let at = lines.position(|line| line.starts_with("SyntaxError: "))?;
        let above = self
            .lines
            .drain(..at)
            .rev()
            .filter(|line| !line.trim().is_empty());
        let mut quoted = above.take(QUOTED_LINES);
        quoted.find_map(|line| {
            let placed = locate::at_start(&line).filter(|placed| placed.rest.is_empty())?;
            Some(placed.location()).filter(|place| place.line.is_some())
        })
    }

    fn place(&self) -> Option<Location> {
        let own = |frame: &&Frame| {
            let file = frame.location.file.as_deref();
            file.is_some_and(|file| !file.contains("node_modules"))
        };
        let frame = self.frames.iter().find(own).or_else(|| self.frames.first());
        frame.map(|frame| frame.location.clone())
    }

    /// Outermost first.
    fn into_frames(mut self) -> Vec<Frame> {
        self.frames.reverse();
        if let Some(innermost) = self.frames.last_mut() {
            innermost.innermost = true;
        }
        self.frames
    }
}

/// An entry of a stack: `    at f (file:1:2)`.
pub(super) fn is_frame(line: &str) -> bool {
    line.starts_with(' ') && line.trim_start().starts_with("at ")
}

/// Splits `Class: message` and `Class [CODE]: message` into class or code, and message.
pub(super) fn split_header(text: &str) -> (Option<&str>, &str) {
    let first = text.lines().next().unwrap_or_default();
    let (head, message) = match first.split_once(": ") {
        Some((head, _)) => (head, &text[head.len() + 2..]),
        None => (first.trim_end_matches(':'), ""),
    };
    let (class, code) = match head.split_once(" [") {
        Some((class, code)) => (class, code.strip_suffix(']')),
        None => (head, None),
    };
    if !is_class(class) {
        return (None, text);
    }
    let telling = code.filter(|_| class == "Error" && code != Some("Error"));
    (Some(telling.unwrap_or(class)), message)
}

/// `Error`, `TypeError`, `DOMException`, `MyLib.FooError`.
fn is_class(word: &str) -> bool {
    let named = word
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'));
    named && (word.ends_with("Error") || word.ends_with("Exception"))
}

/// Babel's place: `/path/file.js: message (2:18)`; its columns begin at 0.
fn quoted_place(message: &str) -> (Option<Location>, &str) {
    let first = message.lines().next().unwrap_or_default();
    let read = || {
        let (said, place) = first.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
        let (line, column) = place.split_once(':')?;
        let (line, column) = (line.parse().ok()?, column.parse::<u32>().ok()?);
        let (file, said) = said.split_once(": ")?;
        Some((Location::column(file, line, column.saturating_add(1)), said))
    };
    match read() {
        Some((location, said)) => (Some(location), said),
        None => (None, message),
    }
}

/// The loader of ES modules has no stack, but names the file that imports.
fn importer(message: &str) -> Option<Location> {
    let (_, file) = message.lines().next()?.rsplit_once(" imported from ")?;
    Some(Location::file(file.trim_matches('\'')))
}

fn error_type(code: Option<&str>, message: &str) -> ErrorType {
    const MISSING: [&str; 6] = [
        "No such built-in module",
        "Cannot find module",
        "Cannot find package",
        "Failed to load url",
        "Failed to resolve import",
        "Could not resolve",
    ];
    // V8 calls it a syntax error when modules do not fit together.
    let is_unlinked = message.contains("does not provide an export named")
        || message.starts_with("Named export ") && message.contains(" not found.");
    if is_unlinked || MISSING.iter().any(|start| message.starts_with(start)) {
        return ErrorType::Import;
    }
    match code {
        Some("SyntaxError") => ErrorType::Syntax,
        Some("AssertionError" | "ERR_ASSERTION" | "JestAssertionError") => ErrorType::Assertion,
        Some("TypeError" | "ReferenceError") => ErrorType::Runtime,
        _ if message.starts_with("expect(") || message.starts_with("expected ") => ErrorType::Assertion,
        _ => ErrorType::Runtime,
    }
}
