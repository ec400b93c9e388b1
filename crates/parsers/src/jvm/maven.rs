//! Maven: its plug-ins' messages about files, and the reason why a build stopped.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use super::kind;
use crate::described;
use crate::format::{Flow, Format, Open, locate};
use crate::text;

register_parser!(Format::of(&described::MAVEN).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (severity, text) = labelled(line.text)?;
    in_file(severity, text)
        .or_else(|| in_pom(severity, text))
        .or_else(|| build(text))
}

fn labelled(line: &str) -> Option<(Severity, &str)> {
    const LABELS: [(&str, Severity); 4] = [
        ("[ERROR] ", Severity::Error),
        ("[WARNING] ", Severity::Warning),
        ("[WARN] ", Severity::Warning),
        ("[FATAL] ", Severity::Fatal),
    ];
    LABELS
        .iter()
        .find_map(|(label, severity)| Some((*severity, line.strip_prefix(label)?)))
}

/// `FILE:[LINE,COLUMN] message`, `FILE: (LINE, COLUMN) message`, `FILE:[LINE] (group) Rule: message`.
fn in_file(severity: Severity, text: &str) -> Option<Diagnostic> {
    let at = text::find(text, text::literal!(":[")).or_else(|| text::find(text, text::literal!(": (")))?;
    let (file, rest) = text.split_at(at);
    let inner = rest.trim_start_matches([':', ' ']);
    let (place, message) = inner[1..].split_once([']', ')'])?;
    let (line, column) = match place.split_once(',') {
        Some((line, column)) => (line.parse().ok()?, column.trim().parse().ok()),
        None => (place.parse().ok()?, None),
    };
    // Older versions of its compiler put a slash before a drive.
    let drive = file
        .strip_prefix('/')
        .filter(|file| file.as_bytes().get(1) == Some(&b':'));
    let location = Location {
        column,
        ..Location::line(drive.unwrap_or(file), line)
    };
    let message = message.trim_start_matches([':', ' ']);
    let (check, message) = match split_rule(message) {
        Some((rule, message)) => (Some(rule), message),
        None => kind::split_check(message),
    };
    locate::kind(file)?;
    let mut diagnostic = Diagnostic::new(kind::error_type(severity, message, None), severity, message);
    diagnostic.code = check.map(str::to_owned);
    Some(diagnostic.at(location))
}

/// Checkstyle's plugin: `(group) Rule: message`.
fn split_rule(text: &str) -> Option<(&str, &str)> {
    let (group, rest) = text.strip_prefix('(')?.split_once(") ")?;
    let (rule, message) = rest.split_once(": ")?;
    let word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (word(group) && word(rule)).then_some((rule, message))
}

/// `message @ line 3, column 5`, `message @ group:artifact, FILE, line 3, column 5`.
fn in_pom(severity: Severity, text: &str) -> Option<Diagnostic> {
    let (message, place) = text::rsplit(text, text::literal!(" @ "))?;
    let (before, numbers) = place.split_once("line ")?;
    let (line, column) = numbers.split_once(", column ")?;
    // An error in a POM is printed twice, the second time with a hint.
    let column = column.split(" ->").next().unwrap_or(column).trim();
    let file = before
        .split(", ")
        .map(str::trim)
        .find(|part| part.contains("pom.xml"));
    let location = Location::column(
        file.unwrap_or("pom.xml"),
        line.parse().ok()?,
        column.parse().ok()?,
    );
    Some(Diagnostic::new(ErrorType::Build, severity, message.trim()).at(location))
}

/// A message that ends with a hint at Maven's help.
fn build(text: &str) -> Option<Diagnostic> {
    const SAID_BEFORE: [&str; 4] = [
        "The build could not read",
        "Compilation failure",
        "There are test failures",
        "There were test failures",
    ];
    let (text, _) = text::split(text, text::literal!(" -> [Help"))?;
    let (goal, message) = match text.strip_prefix("Failed to execute goal ") {
        Some(rest) => {
            let (goal, reason) = rest
                .split_once(": ")
                .filter(|(goal, _)| goal.contains(" on project "))?;
            (Some(goal), reason)
        }
        None => (None, text),
    };
    if SAID_BEFORE.iter().any(|start| message.trim().starts_with(start)) {
        return None;
    }
    let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message);
    diagnostic.code = goal.and_then(short_goal);
    Some(diagnostic)
}

/// `plugin:version:goal` of `group:plugin:version:goal (id) on project x`.
fn short_goal(goal: &str) -> Option<String> {
    let name = goal.split(' ').next()?;
    Some(name.split_once(':')?.1.to_owned())
}

/// Details are indented, with the label before them or not.
fn follow(open: &mut Open, line: &str) -> Flow {
    let text = labelled(line).map_or(line, |(_, text)| text);
    if open.diagnostic.location.line.is_none() || !text.starts_with("  ") || text.trim().is_empty() {
        return Flow::Over;
    }
    let text = text.trim();
    if text.starts_with("Did you mean ") || text.starts_with("(see ") {
        open.diagnostic.advice.get_or_insert_with(|| text.to_owned());
    } else {
        open.push_message(text);
    }
    Flow::Taken
}
