//! Exceptions as the JVM prints them: `Class: message`, then the stack, then causes.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Note, Severity};

use crate::format::stack;

/// Frames kept of one stack.
const FRAMES: usize = 100;
/// Causes kept.
const CAUSES: usize = 16;
/// Lines kept of one message.
const MESSAGE_LINES: usize = 40;

/// Packages whose frames are not the place of an error: the JDK, languages, test frameworks.
const FOREIGN: [&str; 14] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "kotlin.",
    "scala.",
    "groovy.",
    "org.codehaus.groovy.",
    "junit.",
    "org.junit.",
    "org.testng.",
    "org.hamcrest.",
    "org.assertj.",
];

/// Groovy's text in place of a class and a message when `assert` fails.
pub(super) const ASSERTED: &str = "Assertion failed:";

/// An exception whose lines are still coming.
#[derive(Debug, Default)]
pub(super) struct Exception {
    lines: Vec<String>,
    /// Innermost first, as printed.
    frames: Vec<Frame>,
    causes: Vec<Note>,
    in_stack: bool,
}

impl Exception {
    /// Begins with the header.
    pub(super) fn new(header: &str) -> Self {
        let mut exception = Self::default();
        exception.lines.push(header.trim().to_owned());
        exception
    }

    /// Takes a line of the message, the stack or the causes; `false` for any other.
    pub(super) fn push(&mut self, line: &str) -> bool {
        let text = line.trim();
        if text.is_empty() {
            return !self.in_stack && !self.lines.is_empty();
        }
        if let Some(cause) = ["Caused by: ", "Suppressed: "]
            .iter()
            .find(|start| text.starts_with(*start))
        {
            self.push_cause(&text[cause.len()..]);
        } else if is_frame(line) {
            self.in_stack = true;
            self.push_frame(stack::frame(text));
        } else if self.in_stack {
            return text.starts_with("... ");
        } else if self.lines.len() < MESSAGE_LINES {
            self.lines.push(text.to_owned());
        }
        true
    }

    fn push_cause(&mut self, text: &str) {
        self.in_stack = true;
        if self.causes.len() < CAUSES {
            self.causes.push(Note {
                message: format!("caused by: {text}"),
                location: Location::default(),
            });
        }
    }

    /// Entries below a cause are the cause's: the innermost of them that counts is its place.
    fn push_frame(&mut self, frame: Option<Frame>) {
        let Some(frame) = frame else {
            return;
        };
        if let Some(cause) = self.causes.last_mut() {
            if cause.location.file.is_none() && is_own(&frame) {
                cause.location = frame.location;
            }
        } else if self.frames.len() < FRAMES {
            self.frames.push(frame);
        }
    }

    /// The diagnostic, placed at the innermost frame outside foreign code. The code is the class.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let text = self.lines.join("\n");
        let (class, message) = split_header(&text);
        let mut diagnostic = Diagnostic::new(error_type(class, message), Severity::Error, message);
        diagnostic.code = class.map(str::to_owned);
        if message.is_empty() {
            class.unwrap_or_default().clone_into(&mut diagnostic.message);
        }
        let place = self
            .frames
            .iter()
            .find(|frame| is_own(frame))
            .or(self.frames.first());
        diagnostic.location = place.map(|frame| frame.location.clone()).unwrap_or_default();
        diagnostic.frames = self.frames.into_iter().rev().collect();
        if let Some(innermost) = diagnostic.frames.last_mut() {
            innermost.innermost = true;
        }
        diagnostic.notes = self.causes;
        diagnostic
    }
}

/// `    at pkg.Class.method(File.java:12)`, also without a known place.
pub(super) fn is_frame(line: &str) -> bool {
    let text = line.trim_start();
    text.len() < line.len() && text.starts_with("at ") && text.ends_with(')') && text.contains('(')
}

/// Splits `pkg.Class: message`, also after `Exception in thread "main"`.
pub(super) fn split_header(text: &str) -> (Option<&str>, &str) {
    let text = match text.strip_prefix("Exception in thread \"") {
        Some(rest) => rest.split_once("\" ").map_or(text, |(_, text)| text),
        None => text,
    };
    let (class, message) = match text.split_once(": ") {
        Some((class, message)) if !class.contains('\n') => (class, message),
        _ => text.split_once('\n').unwrap_or((text, "")),
    };
    let class = class.trim_end_matches(':');
    if is_class(class) {
        (Some(class), message.trim_end())
    } else {
        (None, text)
    }
}

/// A name in a package, as exceptions are: `java.lang.NullPointerException`.
fn is_class(name: &str) -> bool {
    let named = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'$'));
    let simple = name.rsplit(['.', '$']).next().unwrap_or_default();
    let capital = simple.starts_with(|c: char| c.is_ascii_uppercase());
    named && name.contains('.') && capital
}

fn is_own(frame: &Frame) -> bool {
    let function = frame.function.as_deref().unwrap_or_default();
    // `java.base/java.util.List.of`: the module comes first.
    let function = function.rsplit('/').next().unwrap_or(function);
    !FOREIGN.iter().any(|package| function.starts_with(package))
}

fn error_type(class: Option<&str>, message: &str) -> ErrorType {
    const ASSERTIONS: [&str; 5] = [
        "AssertionError",
        "AssertionFailedError",
        "ComparisonFailure",
        "MultipleFailuresError",
        "PowerAssertionError",
    ];
    let class = class.unwrap_or_default();
    let said = message.starts_with("expected: <") || message.starts_with(ASSERTED);
    if said || ASSERTIONS.iter().any(|name| class.ends_with(name)) {
        return ErrorType::Assertion;
    }
    if ["ClassNotFoundException", "NoClassDefFoundError"]
        .iter()
        .any(|name| class.ends_with(name))
    {
        return ErrorType::Import;
    }
    ErrorType::Runtime
}
