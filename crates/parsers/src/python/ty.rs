//! ty.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, Note, ParserState, Severity, Sink, Step, register_parser,
};

use super::frame::SourceFrame;
use crate::described;
use crate::format::Format;
use crate::place::Place;

register_parser!(Format::of(&described::TY).state::<State>());

#[derive(Default)]
struct State {
    open: Option<Open>,
}

/// A diagnostic of the full format.
struct Open {
    diagnostic: Diagnostic,
    frame: SourceFrame,
    /// Whether its own place has come; until then it may be another tool's.
    placed: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            return self.begin(line.text, sink);
        };
        if open.line(line.text) {
            return Step::More;
        }
        if !open.placed {
            self.open = None;
            return Step::Reject;
        }
        self.finish(sink);
        Step::Pass
    }

    fn is_unfinished(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.placed)
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take().filter(|open| open.placed) {
            sink.emit(open.diagnostic);
        }
    }
}

impl State {
    fn begin(&mut self, text: &str, sink: &mut Sink) -> Step {
        if let Some(diagnostic) = concise(text) {
            sink.emit(diagnostic);
            return Step::Done;
        }
        let Some(diagnostic) = headline(text, "]: ") else {
            return Step::Pass;
        };
        self.open = Some(Open {
            diagnostic,
            frame: SourceFrame::default(),
            placed: false,
        });
        Step::More
    }
}

impl Open {
    /// Looks at the next line; `false` when it belongs to something else.
    fn line(&mut self, text: &str) -> bool {
        let bare = text.trim_start();
        if let Some(place) = bare.strip_prefix("--> ") {
            return self.place(place);
        }
        if let Some(message) = bare.strip_prefix("info: ") {
            self.diagnostic.notes.push(Note {
                message: message.to_owned(),
                location: Location::default(),
            });
            return self.placed;
        }
        match self.diagnostic.notes.last_mut() {
            None => self.frame.line(bare, &mut self.diagnostic.location),
            Some(note) => SourceFrame::default().line(bare, &mut note.location),
        }
    }

    /// The first place is the diagnostic's own, the next ones are those of its notes.
    fn place(&mut self, text: &str) -> bool {
        let Some(place) = Place::parse(text) else {
            return false;
        };
        match self.diagnostic.notes.last_mut() {
            Some(note) => note.location = place.location(),
            // Others draw so, too.
            None if !is_python(place.file) => return false,
            None => self.diagnostic.location = place.location(),
        }
        self.placed = true;
        true
    }
}

/// ty reads sources, stubs, notebooks, and configuration files.
fn is_python(file: &str) -> bool {
    [".py", ".pyi", ".ipynb", ".toml"]
        .iter()
        .any(|ending| file.ends_with(ending))
}

/// `typed.py:17:10: error[unknown-argument] message`.
fn concise(text: &str) -> Option<Diagnostic> {
    let place = Place::parse(text)?;
    Some(headline(place.message()?, "] ")?.at(place.location()))
}

/// `error[code]` and the separator before the message. rustc's codes have capitals.
fn headline(text: &str, separator: &str) -> Option<Diagnostic> {
    let (severity, rest) = text.split_once('[')?;
    let (code, message) = rest.split_once(separator)?;
    let severity = match severity {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "info" => Severity::Info,
        _ => return None,
    };
    let is_rule = !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let (error_type, severity) = match code {
        "invalid-syntax" => (ErrorType::Syntax, Severity::Fatal),
        code if code.contains("import") => (ErrorType::Import, severity),
        _ => (ErrorType::Type, severity),
    };
    is_rule.then(|| Diagnostic::new(error_type, severity, message).with_code(code))
}
