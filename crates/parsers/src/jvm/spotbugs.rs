//! SpotBugs and FindBugs: the XML report and the console's lines.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;
use crate::format::xml::tree::{self, Node};

register_parser!(Format::of(&described::SPOTBUGS).line(begin).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    let is_record = |name: &str| name == "BugInstance";
    tree::findings(document, "SpotBugs XML", sink, is_record, |bug, _| {
        Some(diagnostic(bug))
    })
}

fn diagnostic(bug: &Node) -> Diagnostic {
    let kind = bug.get("type").unwrap_or_default();
    let message = bug
        .said("LongMessage")
        .or_else(|| bug.said("ShortMessage"))
        .unwrap_or(kind);
    let scary = bug.number("rank").is_some_and(|rank| rank <= 4);
    let severity = match bug.number("priority") {
        _ if scary => Severity::Error,
        Some(3..) => Severity::Info,
        _ => Severity::Warning,
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message);
    diagnostic.code = (!kind.is_empty()).then(|| kind.to_owned());
    let mut places = places(bug).into_iter();
    diagnostic.location = places.next().unwrap_or_default();
    diagnostic.notes = places
        .map(|location| Note {
            message: "another place".to_owned(),
            location,
        })
        .collect();
    diagnostic
}

/// The bug's own lines, or the line of the nearest enclosing element.
fn places(bug: &Node) -> Vec<Location> {
    let own: Vec<Location> = bug.children().iter().filter_map(place).collect();
    if !own.is_empty() {
        return own;
    }
    let around = ["Method", "Field", "Class"]
        .iter()
        .find_map(|name| bug.child(name)?.children().iter().find_map(place));
    around.into_iter().collect()
}

fn place(source: &Node) -> Option<Location> {
    if source.name() != "SourceLine" {
        return None;
    }
    let file = source.get("sourcepath").or_else(|| source.get("sourcefile"))?;
    let mut location = source.place(Some(file), "start", "startColumn");
    location.end_line = source.number("end").filter(|_| location.line.is_some());
    Some(location)
}

/// `[ERROR] High: message [shop.Shop] At Shop.java:[line 12] NP_NULL`, as the plug-in for Maven logs it.
fn in_maven(text: &str) -> Option<Diagnostic> {
    let (label, text) = text.strip_prefix('[')?.split_once("] ")?;
    let (rating, text) = text.split_once(": ")?;
    let severity = match (label, rating) {
        ("ERROR", "High") => Severity::Error,
        (_, "High" | "Medium") => Severity::Warning,
        (_, "Low") => Severity::Info,
        _ => return None,
    };
    let (message, place) = text.rsplit_once(" At ")?;
    let (file, rest) = place.split_once(":[line")?;
    let (lines, code) = rest.split_once("] ")?;
    let first = lines.trim_start_matches(['s', ' ']).split('-').next()?;
    let message = message.rsplit_once(" [").map_or(message, |(message, _)| message);
    let diagnostic = Diagnostic::new(ErrorType::Lint, severity, message);
    Some(
        diagnostic
            .with_code(code.trim())
            .at(Location::line(file, first.parse().ok()?)),
    )
}

/// `M D NP: message  At Shop.java:[line 12]`.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    in_maven(line.text).or_else(|| by_itself(line.text))
}

fn by_itself(line: &str) -> Option<Diagnostic> {
    let (text, place) = line.trim_end().strip_suffix(']')?.rsplit_once(":[line")?;
    let (first, last) = {
        let numbers = place.trim_start_matches('s').trim();
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        (first.parse().ok()?, last.parse().ok()?)
    };
    let (letters, message) = text.split_once(": ")?;
    let (rating, code) = letters.rsplit_once(' ')?;
    let severity = match rating.as_bytes() {
        [b'H' | b'M', b' ', category] if category.is_ascii_uppercase() => Severity::Warning,
        [b'L', b' ', category] if category.is_ascii_uppercase() => Severity::Info,
        _ => return None,
    };
    let (message, file) = message.rsplit_once("  ").unwrap_or((message, message));
    let file = file.rsplit(' ').next()?;
    let mut location = Location::line(file, first);
    location.end_line = (last > first).then_some(last);
    let message = message.trim();
    Some(
        Diagnostic::new(ErrorType::Lint, severity, message)
            .with_code(code)
            .at(location),
    )
}
