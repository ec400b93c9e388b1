//! A Python exception, in any printed form.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Note, Severity};

/// Frames kept of one stack: the outermost and the innermost half.
const FRAMES: usize = 100;
/// Bytes kept of one message.
const MESSAGE_BYTES: usize = 8 * 1024;

/// An exception.
#[derive(Debug, Default)]
pub(crate) struct Exception {
    /// Its class as printed: `ValueError`, `json.decoder.JSONDecodeError`.
    pub(crate) class: String,
    /// The text after `Class: `; may have several lines.
    pub(crate) message: String,
    /// The stack, outermost first.
    pub(crate) frames: Vec<Frame>,
    /// For a syntax error, the place in the file that could not be compiled.
    pub(crate) place: Option<Location>,
    /// The source line printed last, as it was printed.
    pub(crate) shown: Option<String>,
    /// Columns of `shown` that were underlined, 1-based, the second one after the end.
    pub(crate) underlined: Option<(u32, u32)>,
    /// Exceptions that it is chained to or made of, in words.
    pub(crate) notes: Vec<Note>,
    /// The exception that it is chained to.
    pub(crate) earlier: Option<Box<Self>>,
}

impl Exception {
    /// Adds a frame, innermost last.
    pub(crate) fn push_frame(&mut self, frame: Frame) {
        if self.frames.len() == FRAMES {
            self.frames.remove(FRAMES / 2);
        }
        self.frames.push(frame);
        (self.shown, self.underlined) = (None, None);
    }

    /// Adds a frame whose source was printed before it.
    pub(crate) fn push_frame_after_source(&mut self, frame: Frame) {
        let source = (self.shown.take(), self.underlined.take());
        self.push_frame(frame);
        (self.shown, self.underlined) = source;
    }

    /// The beginning of the exception that this one led to, with this one among its notes.
    pub(crate) fn chained(mut self, relation: &str) -> Self {
        self.earlier = None;
        let mut notes = std::mem::take(&mut self.notes);
        notes.push(self.note(relation));
        Self {
            notes,
            earlier: Some(Box::new(self)),
            ..Self::default()
        }
    }

    /// Adds a line to the message.
    pub(crate) fn push_message(&mut self, line: &str) {
        // Sphinx writes the type of its warning below the traceback that it warns of.
        let is_type = line.strip_prefix(" [").and_then(|inner| inner.strip_suffix(']'));
        if is_type.is_some_and(|inner| {
            inner.contains('.')
                && inner
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'.' | b'_'))
        }) {
            return;
        }
        if self.message.len() + line.len() < MESSAGE_BYTES {
            self.message.push('\n');
            self.message.push_str(line);
        }
    }

    /// Remembers a source line that was printed.
    pub(crate) fn show(&mut self, source: &str) {
        self.shown = Some(source.to_owned());
        self.underlined = None;
    }

    /// Takes a line of `^` and `~` under the source line printed last.
    pub(crate) fn underline(&mut self, marks: &str) {
        let blanks = marks.chars().take_while(|c| c.is_whitespace()).count();
        let marked = marks.trim().chars().count();
        let column = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
        self.underlined = Some((column(blanks), column(blanks + marked)));
    }

    /// The place where it was raised.
    pub(crate) fn location(&self) -> Location {
        let innermost = self.frames.last().map(|frame| &frame.location);
        let mut location = self.place.as_ref().or(innermost).cloned().unwrap_or_default();
        if let (Some((column, end)), Some(line)) = (self.underlined, location.line) {
            location.column = Some(column);
            // A lone caret points at a place, not at a range of one character.
            if end > column + 1 {
                location = location.until(line, end);
            }
        }
        location
    }

    /// The exception as a note on one that it led to: `relation` describes how.
    pub(crate) fn note(&self, relation: &str) -> Note {
        let what = match (self.class.is_empty(), self.message.is_empty()) {
            (true, _) => self.message.clone(),
            (false, true) => self.class.clone(),
            (false, false) => format!("{}: {}", self.class, self.message),
        };
        Note {
            message: format!("{relation}: {what}"),
            location: self.location(),
        }
    }

    /// Its diagnostic.
    pub(crate) fn into_diagnostic(mut self) -> Diagnostic {
        let location = self.location();
        let (error_type, severity) = kind(&self.class);
        let (message, advice) = match error_type {
            ErrorType::Syntax => (self.message.as_str(), None),
            _ => split_advice(&self.message),
        };
        // scikit-learn begins some of its messages with an empty line.
        let message = message.trim_start_matches('\n');
        let message = if message.is_empty() {
            self.wordless()
        } else {
            message
        };
        let mut diagnostic = Diagnostic::new(error_type, severity, message).at(location);
        diagnostic.advice = advice.map(str::to_owned);
        diagnostic.code = (!self.class.is_empty()).then(|| std::mem::take(&mut self.class));
        if let Some(innermost) = self.frames.last_mut() {
            innermost.innermost = true;
        }
        diagnostic.frames = self.frames;
        diagnostic.notes = self.notes;
        diagnostic.snippet = self.shown;
        diagnostic
    }

    /// The message for an exception without one: the failed assertion, or its class.
    fn wordless(&self) -> &str {
        match self.shown.as_deref().map(str::trim) {
            Some(shown) if shown.starts_with("assert ") => shown,
            _ => &self.class,
        }
    }
}

/// The type and severity of an exception of this class.
pub(crate) fn kind(class: &str) -> (ErrorType, Severity) {
    match class.rsplit('.').next().unwrap_or(class) {
        "SyntaxError" | "IndentationError" | "TabError" => (ErrorType::Syntax, Severity::Fatal),
        "ImportError" | "ModuleNotFoundError" => (ErrorType::Import, Severity::Error),
        "AssertionError" => (ErrorType::Assertion, Severity::Error),
        _ => (ErrorType::Runtime, Severity::Error),
    }
}

/// Splits `Class: message`, or a class alone, as the last line of a traceback has it.
pub(crate) fn split_class(line: &str) -> Option<(&str, &str)> {
    let (class, message) = match line.split_once(": ") {
        Some((class, message)) => (class, message),
        None => (line.trim_end().trim_end_matches(':'), ""),
    };
    is_class(class).then_some((class, message))
}

/// Returns whether the text is a dotted name.
pub(crate) fn is_class(text: &str) -> bool {
    text.split('.').all(|part| {
        let mut characters = part.chars();
        let starts = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_');
        // `<locals>` is in the name of a class made in a function.
        let name = starts && characters.all(|c| c.is_alphanumeric() || c == '_');
        name || part == "<locals>"
    })
}

/// Splits off CPython's suggestion (`Lib/traceback.py`, `_compute_suggestion_error`).
fn split_advice(message: &str) -> (&str, Option<&str>) {
    const GUESSES: [&str; 2] = [". Did you mean", ". Did you forget to import"];
    let start = GUESSES.iter().filter_map(|guess| message.rfind(guess)).min();
    match start {
        Some(at) => (&message[..at], Some(&message[at + 2..])),
        None => (message, None),
    }
}
