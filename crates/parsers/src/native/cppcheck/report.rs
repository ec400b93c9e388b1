//! cppcheck's XML, versions 1 and 2.

use unbreak_core::{Diagnostic, Location, Note, Severity, Sink};

use super::{finding, severity};
use crate::format::xml::{self, Element, Visitor};

/// Reads a report; `false` when it is another tool's.
pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    let mut report = Report { open: None, sink };
    if let Some(problem) = xml::walk(document, &mut report) {
        sink.problem(format!("cppcheck XML: {problem}"));
    }
    true
}

struct Report<'a> {
    open: Option<Diagnostic>,
    sink: &'a mut Sink,
}

impl Visitor for Report<'_> {
    fn start(&mut self, element: &Element<'_>) {
        match element.name() {
            "error" => self.open = begin(element),
            "location" => {
                if let Some(diagnostic) = &mut self.open {
                    locate(diagnostic, element);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if name == "error"
            && let Some(diagnostic) = self.open.take()
        {
            self.sink.emit(diagnostic);
        }
    }
}

fn begin(element: &Element<'_>) -> Option<Diagnostic> {
    let word = element.get("severity")?;
    let message = element.get("msg").or_else(|| element.get("verbose"))?;
    let severity = severity(&word).unwrap_or(Severity::Warning);
    let mut diagnostic = finding(severity, &message, Location::default());
    diagnostic.code = element.get("id");
    // Version 1 has the place on the error itself.
    if let Some(file) = element.get("file") {
        diagnostic.location = Location::file(file);
        diagnostic.location.line = element.number("line");
    }
    Some(diagnostic)
}

/// The first location is the finding's, the others led to it.
fn locate(diagnostic: &mut Diagnostic, element: &Element<'_>) {
    let location = Location {
        file: element.get("file"),
        line: element.number("line"),
        column: element.number("column"),
        ..Location::default()
    };
    if diagnostic.location.file.is_none() {
        diagnostic.location = location;
        return;
    }
    diagnostic.notes.push(Note {
        message: element.get("info").unwrap_or_else(|| "on the way".to_owned()),
        location,
    });
}
