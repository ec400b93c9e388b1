//! SBCL.

use unbreak_core::{Diagnostic, ErrorType, Line, ParserState, Severity, Sink, Step, register_parser};

use crate::described;
use crate::format::{Format, guess, push_message};

register_parser!(Format::of(&described::SBCL).state::<State>());

const FILE: &str = "; file: ";
const CAUGHT: &str = "; caught ";
const UNHANDLED: &str = "Unhandled ";

#[derive(Default)]
struct State {
    /// The file that the last `; file:` named.
    file: Option<String>,
    open: Option<Open>,
}

struct Open {
    diagnostic: Diagnostic,
    /// The text before each line of the message.
    margin: &'static str,
    /// The first line continues: `{1001348003}>:`.
    in_head: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            return self.begin(line.text);
        };
        if open.take(line.text) {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some(Open { mut diagnostic, .. }) = self.open.take() else {
            return;
        };
        if diagnostic.message.is_empty() {
            return;
        }
        if diagnostic.location.line.is_none() && diagnostic.error_type != ErrorType::Runtime {
            diagnostic.error_type = guess::error_type(diagnostic.severity, &diagnostic.message);
        }
        if diagnostic.location.file.is_none() && diagnostic.error_type != ErrorType::Runtime {
            diagnostic.location.file.clone_from(&self.file);
        }
        sink.emit(diagnostic);
    }
}

impl State {
    fn begin(&mut self, line: &str) -> Step {
        if let Some(file) = line.strip_prefix(FILE) {
            self.file = Some(file.trim_end().to_owned());
            return Step::Done;
        }
        self.open = caught(line).or_else(|| unhandled(line));
        self.open.as_ref().map_or(Step::Pass, |_| Step::More)
    }
}

/// `; caught WARNING:`.
fn caught(line: &str) -> Option<Open> {
    let severity = match line.strip_prefix(CAUGHT)?.trim_end().strip_suffix(':')? {
        "ERROR" => Severity::Error,
        "WARNING" | "STYLE-WARNING" => Severity::Warning,
        _ => return None,
    };
    Some(Open {
        diagnostic: Diagnostic::new(ErrorType::Build, severity, ""),
        margin: ";",
        in_head: false,
    })
}

/// `Unhandled CLASS in thread #<...>:`.
fn unhandled(line: &str) -> Option<Open> {
    let (class, _) = line.strip_prefix(UNHANDLED)?.split_once(" in thread #<")?;
    let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "").with_code(class);
    Some(Open {
        diagnostic,
        margin: "",
        in_head: !line.ends_with(':'),
    })
}

impl Open {
    /// Takes a line; `false` when the message is over.
    fn take(&mut self, line: &str) -> bool {
        let Some(text) = line.strip_prefix(self.margin) else {
            return false;
        };
        let (said, text) = (text.starts_with("  "), text.trim());
        if std::mem::take(&mut self.in_head) {
            return true;
        }
        if text.is_empty() {
            // `;   ` parts paragraphs, `; ` ends the message.
            return said || self.margin.is_empty();
        }
        if said {
            self.push(text);
        }
        said
    }

    fn push(&mut self, text: &str) {
        if let Some(place) = text.strip_prefix("(in form starting at line: ") {
            self.diagnostic.error_type = ErrorType::Syntax;
            let location = &mut self.diagnostic.location;
            (location.line, location.column) = form(place).unzip();
            return;
        }
        if let Some((_, stream)) = text.split_once("STREAM for \"file ") {
            self.diagnostic.location.file = stream.split_once('"').map(|(file, _)| file.to_owned());
        }
        push_message(&mut self.diagnostic, text);
    }
}

/// `3, column: 0, position: 0)`.
fn form(text: &str) -> Option<(u32, u32)> {
    let (line, rest) = text.split_once(", column: ")?;
    let (column, _) = rest.split_once(',')?;
    Some((line.parse().ok()?, column.parse::<u32>().ok()?.checked_add(1)?))
}
