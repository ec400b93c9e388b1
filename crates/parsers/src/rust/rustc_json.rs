//! rustc's JSON, by itself and as cargo wraps it.

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::{
    Applicability, Diagnostic, Location, Note, Severity, Sink, SuggestedEdit, Suggestion, register_parser,
};

use super::kind;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::RUSTC_JSON).json(read));

/// A diagnostic as rustc writes it.
#[derive(Debug, Deserialize)]
struct Message {
    message: String,
    #[serde(default)]
    code: Option<Code>,
    #[serde(default)]
    level: String,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Message>,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

/// A range; columns are 1-based and count characters, the end is the first one after.
#[derive(Debug, Deserialize)]
struct Span {
    file_name: String,
    line_start: u32,
    #[serde(default)]
    line_end: Option<u32>,
    column_start: u32,
    column_end: u32,
    #[serde(default)]
    is_primary: bool,
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    suggested_replacement: Option<String>,
    #[serde(default)]
    suggestion_applicability: Option<String>,
    #[serde(default)]
    expansion: Option<Box<Expansion>>,
}

#[derive(Debug, Deserialize)]
struct Expansion {
    span: Span,
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    // Cargo says more than diagnostics: artifacts, build scripts, the end of the build.
    let cargo = value.get("reason").is_some_and(Value::is_string) && value.get("package_id").is_some();
    let message = match value.get("message") {
        Some(wrapped @ Value::Object(_)) => wrapped,
        _ => value,
    };
    let message = match Message::deserialize(message) {
        Ok(message) if value.get("spans").is_some() || value.get("message").is_some_and(Value::is_object) => {
            message
        }
        _ => return cargo,
    };
    if let Some(diagnostic) = diagnostic(&message) {
        sink.emit(diagnostic);
    }
    true
}

/// `None` for the remarks at the end, which have neither code nor place.
fn diagnostic(message: &Message) -> Option<Diagnostic> {
    let severity = match message.level.as_str() {
        "error: internal compiler error" => Severity::Fatal,
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" | "help" => Severity::Info,
        _ => return None,
    };
    let primary = message
        .spans
        .iter()
        .find(|span| span.is_primary)
        .or(message.spans.first());
    let code = message.code.as_ref().map(|code| code.code.as_str());
    if primary.is_none() && is_tally(&message.message) {
        return None;
    }
    let error_type = kind::error_type(severity, code, &message.message);
    let mut diagnostic = Diagnostic::new(error_type, severity, &message.message);
    diagnostic.phase = kind::phase(code, &message.message);
    diagnostic.code = code.map(str::to_owned);
    diagnostic.location = primary.map(|span| outermost(span).location()).unwrap_or_default();
    diagnostic.notes = notes(message);
    diagnostic.advice = advice(message);
    diagnostic.suggestions = message.children.iter().flat_map(suggestions).collect();
    Some(diagnostic)
}

fn is_tally(message: &str) -> bool {
    message.starts_with("aborting due to ")
        || message.ends_with(" emitted")
        || message.starts_with("For more information")
}

impl Span {
    fn location(&self) -> Location {
        let start = Location::column(&self.file_name, self.line_start, self.column_start);
        start.until(self.line_end.unwrap_or(self.line_start), self.column_end)
    }

    /// Returns whether both want the same characters, or insert at the same place.
    fn overlaps(&self, other: &Self) -> bool {
        let start = |span: &Self| (span.line_start, span.column_start);
        let end = |span: &Self| (span.line_end.unwrap_or(span.line_start), span.column_end);
        let intersect = start(self) < end(other) && start(other) < end(self);
        let same = start(self) == start(other) && end(self) == end(other);
        self.file_name == other.file_name && (intersect || same)
    }

    /// Returns whether the place is in the source of the compiler's own libraries.
    fn is_foreign(&self) -> bool {
        self.file_name.starts_with('<') && self.file_name != "<anon>" || self.file_name.starts_with("/rustc/")
    }
}

/// The call of the macro whose expansion contains the place.
fn outermost(span: &Span) -> &Span {
    match &span.expansion {
        Some(expansion) if span.is_foreign() => outermost(&expansion.span),
        _ => span,
    }
}

/// Labels, then the children that only remark.
fn notes(message: &Message) -> Vec<Note> {
    let labels = message.spans.iter().filter_map(|span| {
        let label = span.label.as_deref().filter(|label| !label.is_empty())?;
        Some((label, Some(span)))
    });
    let children = message.children.iter().filter(|child| child.level == "note");
    let children = children.map(|child| (child.message.as_str(), child.spans.first()));
    labels
        .chain(children)
        .map(|(text, span)| Note {
            message: text.to_owned(),
            location: span.map(Span::location).unwrap_or_default(),
        })
        .collect()
}

fn advice(message: &Message) -> Option<String> {
    let helps: Vec<&str> = message
        .children
        .iter()
        .filter(|child| child.level == "help" && !child.message.starts_with("for further information"))
        .map(|child| child.message.as_str())
        .collect();
    (!helps.is_empty()).then(|| helps.join("\n"))
}

/// The edits of a child belong together, except for alternatives, which rustc writes one after
/// another: each begins with an edit at a place that the one before has edited.
fn suggestions(child: &Message) -> Vec<Suggestion> {
    let replacing = child
        .spans
        .iter()
        .filter(|span| span.suggested_replacement.is_some());
    let mut alternatives: Vec<Vec<&Span>> = Vec::new();
    for span in replacing {
        match alternatives.last_mut() {
            Some(spans) if !spans.iter().any(|other| span.overlaps(other)) => spans.push(span),
            _ => alternatives.push(vec![span]),
        }
    }
    alternatives
        .iter()
        .map(|spans| suggestion(child, spans))
        .collect()
}

fn suggestion(child: &Message, spans: &[&Span]) -> Suggestion {
    let applicability = spans[0].suggestion_applicability.as_deref();
    Suggestion {
        title: child.message.clone(),
        applicability: match applicability {
            Some("MachineApplicable") => Applicability::MachineApplicable,
            Some("MaybeIncorrect") => Applicability::MaybeIncorrect,
            _ => Applicability::DisplayOnly,
        },
        edits: spans
            .iter()
            .map(|span| SuggestedEdit {
                location: span.location(),
                replacement: span.suggested_replacement.clone().unwrap_or_default(),
            })
            .collect(),
    }
}
