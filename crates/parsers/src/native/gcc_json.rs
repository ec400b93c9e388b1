//! gcc's JSON.

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::{
    Applicability, Diagnostic, Location, Note, Severity, Sink, SuggestedEdit, Suggestion, register_parser,
};

use crate::described;
use crate::format::{Format, guess};

register_parser!(Format::of(&described::GCC_JSON).json(read));

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Message {
    kind: String,
    message: String,
    #[serde(default)]
    locations: Vec<Range>,
    #[serde(default)]
    children: Vec<Message>,
    option: Option<String>,
    #[serde(default)]
    fixits: Vec<FixIt>,
    #[serde(default = "one")]
    column_origin: u32,
}

#[derive(Deserialize)]
struct Range {
    caret: Point,
    finish: Option<Point>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Point {
    file: String,
    line: u32,
    column: u32,
    byte_column: Option<u32>,
}

impl Point {
    /// gcc counts columns of the display, where a tab is up to eight columns, and bytes in
    /// addition. There are no more characters than either.
    fn column(&self, origin: u32) -> u32 {
        let shown = self.column + 1 - origin.min(1);
        self.byte_column
            .map_or(shown, |bytes| shown.min(bytes + 1 - origin.min(1)))
    }
}

#[derive(Deserialize)]
struct FixIt {
    start: Point,
    next: Point,
    string: String,
}

fn one() -> u32 {
    1
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    let Ok(messages) = Vec::<Message>::deserialize(value) else {
        return false;
    };
    let taken = !messages.is_empty();
    let mut found: Vec<Diagnostic> = Vec::with_capacity(messages.len());
    for message in &messages {
        match found.last_mut() {
            // A note outside the children still belongs to the message before it.
            Some(last) if message.kind == "note" => last.notes.push(note(message)),
            _ => found.push(diagnostic(message)),
        }
    }
    found.into_iter().for_each(|diagnostic| sink.emit(diagnostic));
    taken
}

fn diagnostic(message: &Message) -> Diagnostic {
    let severity = match message.kind.as_str() {
        "fatal error" => Severity::Fatal,
        "warning" | "pedwarn" => Severity::Warning,
        "note" | "remark" => Severity::Info,
        _ => Severity::Error,
    };
    let error_type = guess::error_type(severity, &message.message);
    let mut diagnostic = Diagnostic::new(error_type, severity, &message.message).at(message.location());
    diagnostic.code = message.option.as_deref().map(rule);
    diagnostic.notes = message.children.iter().map(note).collect();
    diagnostic.suggestions = suggestion(message).into_iter().collect();
    diagnostic
}

/// `-Werror=foo` and `-Wformat=` name the rules `-Wfoo` and `-Wformat`.
fn rule(option: &str) -> String {
    let name = option.strip_prefix("-Werror=").map(|name| format!("-W{name}"));
    name.unwrap_or_else(|| option.to_owned())
        .trim_end_matches('=')
        .to_owned()
}

fn note(child: &Message) -> Note {
    Note {
        message: child.message.trim().to_owned(),
        location: child.location(),
    }
}

impl Message {
    /// The first range is that of the message.
    fn location(&self) -> Location {
        let Some(range) = self.locations.first() else {
            return Location::default();
        };
        let column = |point: &Point| point.column(self.column_origin);
        let start = Location::column(&range.caret.file, range.caret.line, column(&range.caret));
        match &range.finish {
            Some(finish) => start.until(finish.line, column(finish) + 1),
            None => start,
        }
    }
}

/// The fix-its of a message belong together.
fn suggestion(message: &Message) -> Option<Suggestion> {
    let column = |point: &Point| point.column(message.column_origin);
    let edits = message.fixits.iter().map(|fix| SuggestedEdit {
        location: Location::column(&fix.start.file, fix.start.line, column(&fix.start))
            .until(fix.next.line, column(&fix.next)),
        replacement: fix.string.clone(),
    });
    (!message.fixits.is_empty()).then(|| Suggestion {
        title: message.message.clone(),
        applicability: Applicability::MachineApplicable,
        edits: edits.collect(),
    })
}
