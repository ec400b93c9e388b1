//! ShellCheck, as it prints to a terminal.

use serde_json::Value;
use unbreak_core::parser::Outline;
use unbreak_core::{
    Applicability, Diagnostic, Document, ErrorType, Line, Location, ParserState, Severity, Sink, Step,
    SuggestedEdit, Suggestion, register_parser,
};

use crate::described;
use crate::format::{self, Format};

register_parser!(
    Format::of(&described::SHELLCHECK)
        .state::<State>()
        .may_read(may_read)
);

fn may_read(outline: &Outline) -> bool {
    outline.may_have("*.endLine") || outline.may_have("comments.*.endLine")
}

#[derive(Default)]
struct State {
    /// The place of the remarks.
    place: Option<Location>,
    /// The quoted line has come.
    quoted: bool,
    found: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(place) = &self.place else {
            self.place = header(line.text);
            return if self.place.is_some() {
                Step::More
            } else {
                Step::Pass
            };
        };
        if !self.quoted {
            self.quoted = true;
            return Step::More;
        }
        if let Some(diagnostic) = remark(line.text, place) {
            self.found = true;
            sink.emit(diagnostic);
            return Step::More;
        }
        // ShellCheck's proposals are below the remarks.
        let proposal = self.found && line.text.starts_with("Did you mean");
        if proposal {
            return Step::More;
        }
        let found = self.found;
        *self = Self::default();
        if found { Step::Pass } else { Step::Reject }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let comments = value.as_array().or_else(|| value["comments"].as_array());
        let found: Vec<_> = comments.into_iter().flatten().filter_map(comment).collect();
        let taken = !found.is_empty();
        found.into_iter().for_each(|diagnostic| sink.emit(diagnostic));
        taken
    }
}

/// An object of `json`, or of `comments` in `json1`. No other tool's findings have a number for a code
/// and a level.
fn comment(comment: &Value) -> Option<Diagnostic> {
    let code = format!("SC{}", comment["code"].as_u64()?);
    let severity = format::severity::word(comment["level"].as_str()?)?;
    let file = comment["file"].as_str()?;
    let message = comment["message"].as_str()?;
    let mut diagnostic = Diagnostic::new(kind(&code, severity), severity, message)
        .at(span(file, comment)?)
        .with_code(code);
    diagnostic.suggestions.extend(fix(file, &comment["fix"]));
    Some(diagnostic)
}

fn span(file: &str, value: &Value) -> Option<Location> {
    let number = |key: &str| u32::try_from(value[key].as_u64()?).ok();
    let location = Location::column(file, number("line")?, number("column")?);
    Some(location.until(number("endLine")?, number("endColumn")?))
}

/// ShellCheck's fixes are right in most scripts; intended word splitting would change.
fn fix(file: &str, fix: &Value) -> Option<Suggestion> {
    let edits: Option<Vec<_>> = fix["replacements"]
        .as_array()?
        .iter()
        .map(|replacement| {
            Some(SuggestedEdit {
                location: span(file, replacement)?,
                replacement: replacement["replacement"].as_str()?.to_owned(),
            })
        })
        .collect();
    Some(Suggestion {
        title: "ShellCheck's fix".to_owned(),
        applicability: Applicability::MaybeIncorrect,
        edits: edits?,
    })
}

fn kind(code: &str, severity: Severity) -> ErrorType {
    if code.starts_with("SC1") && severity >= Severity::Error {
        ErrorType::Syntax
    } else {
        ErrorType::Lint
    }
}

/// `In FILE line N:`.
fn header(line: &str) -> Option<Location> {
    let (file, number) = line
        .strip_prefix("In ")?
        .strip_suffix(':')?
        .rsplit_once(" line ")?;
    Some(Location::line(file, number.parse().ok()?))
}

/// `   ^--^ SC2086 (info): message`; before 0.7 without the severity.
fn remark(line: &str, place: &Location) -> Option<Diagnostic> {
    let marked = line.trim_start();
    let indentation = line.len() - marked.len();
    let length = marked
        .bytes()
        .take_while(|byte| matches!(byte, b'^' | b'-'))
        .count();
    let (marks, rest) = marked.split_at(length);
    let (code, message) = rest.trim_start().split_once(": ")?;
    let (code, severity) = match code.split_once(" (") {
        Some((code, level)) => (code, format::severity::word(level.trim_end_matches(')'))?),
        None => (code, Severity::Warning),
    };
    if !marks.starts_with('^') || !code.starts_with("SC") {
        return None;
    }
    let mut location = place.clone();
    let column = u32::try_from(indentation + 1).ok()?;
    location.column = Some(column);
    if length > 1 && marks.ends_with('^') {
        location.end_line = location.line;
        location.end_column = Some(column.saturating_add(u32::try_from(length).ok()?));
    }
    Some(
        Diagnostic::new(kind(code, severity), severity, message)
            .with_code(code)
            .at(location),
    )
}
