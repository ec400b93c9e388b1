//! Valgrind's XML (`docs/internals/xml-output-protocol4.txt` in its source).

use unbreak_core::{Diagnostic, Frame, Location, Note, Sink};

use crate::format::xml::{self, Element, Visitor};

/// Reads a report.
pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    let mut report = Report {
        error: None,
        frame: Fields::default(),
        field: None,
        text: String::new(),
        sink,
    };
    if let Some(problem) = xml::walk(document, &mut report) {
        report.sink.problem(format!("Valgrind XML: {problem}"));
    }
    true
}

struct Report<'a> {
    error: Option<Error>,
    frame: Fields,
    /// The element whose text is being read.
    field: Option<String>,
    text: String,
    sink: &'a mut Sink,
}

#[derive(Default)]
struct Error {
    kind: String,
    what: String,
    /// Innermost first.
    frames: Vec<Frame>,
    /// Remarks, each with the stack that follows it.
    notes: Vec<Note>,
}

/// The parts of a `<frame>`.
#[derive(Default)]
struct Fields {
    function: Option<String>,
    folder: Option<String>,
    file: Option<String>,
    object: Option<String>,
    line: Option<u32>,
}

impl Visitor for Report<'_> {
    fn start(&mut self, element: &Element<'_>) {
        match element.name() {
            "error" | "fatal_signal" => self.error = Some(Error::default()),
            "frame" => self.frame = Fields::default(),
            _ => {}
        }
        self.field = Some(element.name().to_owned());
        self.text.clear();
    }

    fn text(&mut self, text: &str) {
        if self.field.is_some() {
            self.text.push_str(text);
        }
    }

    fn end(&mut self, name: &str) {
        if self.field.take().as_deref() == Some(name) {
            let text = std::mem::take(&mut self.text).trim().to_owned();
            self.value(name, text);
        }
        match name {
            "frame" => self.end_frame(),
            "error" => self.end_error(),
            "fatal_signal" => self.error = None,
            _ => {}
        }
    }
}

impl Report<'_> {
    fn value(&mut self, name: &str, text: String) {
        if let Some(error) = &mut self.error {
            error.value(name, &text);
        }
        match name {
            "fn" => self.frame.function = Some(text),
            "dir" => self.frame.folder = Some(text),
            "file" => self.frame.file = Some(text),
            "obj" => self.frame.object = Some(text),
            "line" => self.frame.line = text.parse().ok(),
            _ => {}
        }
    }

    fn end_frame(&mut self) {
        let frame = std::mem::take(&mut self.frame).into_frame();
        let Some(error) = &mut self.error else { return };
        match error.notes.last_mut() {
            Some(note) if note.location.line.is_none() => note.location = frame.location,
            Some(_) => {}
            None => error.frames.push(frame),
        }
    }

    fn end_error(&mut self) {
        let Some(error) = self.error.take() else { return };
        let mut diagnostic: Diagnostic = super::diagnostic(error.what, error.frames);
        diagnostic.code = Some(error.kind).filter(|kind| !kind.is_empty());
        diagnostic.notes = error.notes;
        self.sink.emit(diagnostic);
    }
}

impl Error {
    /// `what` is the message, in leaks `text` within `xwhat`; `auxwhat` is a remark about the next stack.
    fn value(&mut self, name: &str, text: &str) {
        match name {
            "kind" => text.clone_into(&mut self.kind),
            "what" | "text" if self.what.is_empty() => text.clone_into(&mut self.what),
            "auxwhat" => self.notes.push(Note {
                message: text.to_owned(),
                location: Location::default(),
            }),
            _ => {}
        }
    }
}

impl Fields {
    fn into_frame(self) -> Frame {
        let file = match (self.folder, self.file) {
            (Some(folder), Some(file)) => Some(format!("{folder}/{file}")),
            (None, Some(file)) => Some(file),
            (_, None) => self.object,
        };
        let location = Location {
            file,
            line: self.line,
            ..Location::default()
        };
        Frame::new(location, self.function)
    }
}
