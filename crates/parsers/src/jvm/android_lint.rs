//! Android's lint: the XML report and the lines that Gradle prints.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, Sink, register_parser};

use crate::described;
use crate::format::xml::tree::{self, Node};
use crate::format::{Flow, Format, Open, locate, quoted};

register_parser!(
    Format::of(&described::ANDROID_LINT)
        .block(begin, follow)
        .xml(read)
);

fn severity(word: &str) -> Option<Severity> {
    match word {
        "Fatal" => Some(Severity::Fatal),
        "Error" => Some(Severity::Error),
        "Warning" => Some(Severity::Warning),
        "Information" | "Hint" => Some(Severity::Info),
        _ => None,
    }
}

fn read(document: &str, sink: &mut Sink) -> bool {
    let is_record = |name: &str| name == "issue";
    tree::findings(document, "lint XML", sink, is_record, |issue, around| {
        let ours = around.last().is_some_and(|root| root.name() == "issues");
        diagnostic(issue).filter(|_| ours)
    })
}

fn diagnostic(issue: &Node) -> Option<Diagnostic> {
    let (id, message) = (issue.get("id")?, issue.get("message")?);
    let severity = severity(issue.get("severity")?)?;
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).with_code(id);
    let mut places = issue
        .children()
        .iter()
        .filter(|child| child.name() == "location")
        .map(|place| (place, place.place(place.get("file"), "line", "column")));
    diagnostic.location = places.next().map(|(_, location)| location).unwrap_or_default();
    diagnostic.notes = places
        .map(|(place, location)| Note {
            message: place.get("message").unwrap_or("another place").to_owned(),
            location,
        })
        .collect();
    Some(diagnostic)
}

/// `FILE:LINE: Warning: message [Id]`.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (text, id) = line.text.trim_end().strip_suffix(']')?.rsplit_once(" [")?;
    let named = id.starts_with(|c: char| c.is_ascii_uppercase())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let labels = [": Error: ", ": Warning: ", ": Information: "];
    let (place, message, severity) = labels.iter().find_map(|label| {
        let (place, message) = text.split_once(label)?;
        Some((place, message, severity(label.trim_matches([':', ' ']))?))
    })?;
    let location = match locate::at_start(place) {
        Some(placed) if placed.rest.is_empty() => placed.location(),
        Some(_) => return None,
        None => Location::file(place),
    };
    let file = locate::kind(location.file.as_deref()?) == Some(locate::FileKind::Sure);
    (named && file).then(|| {
        Diagnostic::new(ErrorType::Lint, severity, message)
            .with_code(id)
            .at(location)
    })
}

/// The source and the marks below it; the head has no column, and the marks give the column in the source.
fn follow(open: &mut Open, line: &str) -> Flow {
    quoted::follow(open, line)
}
