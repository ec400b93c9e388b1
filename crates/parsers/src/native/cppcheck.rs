//! cppcheck: text and XML.

mod report;

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, quoted};

register_parser!(
    Format::of(&described::CPPCHECK)
        .block(begin, follow)
        .xml(report::read)
);

/// cppcheck's severities (`lib/errortypes.h`).
fn severity(word: &str) -> Option<Severity> {
    match word {
        "error" => Some(Severity::Error),
        "warning" | "style" | "performance" | "portability" => Some(Severity::Warning),
        "information" | "debug" | "none" | "internal" => Some(Severity::Info),
        _ => None,
    }
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    modern(line.text).or_else(|| old(line.text))
}

fn finding(severity: Severity, message: &str, location: Location) -> Diagnostic {
    let error_type = if message.starts_with("syntax error") {
        ErrorType::Syntax
    } else {
        ErrorType::Lint
    };
    Diagnostic::new(error_type, severity, message).at(location)
}

/// `a.c:10:19: style: message [ruleId]`.
fn modern(text: &str) -> Option<Diagnostic> {
    if !text.trim_end().ends_with(']') {
        return None;
    }
    let placed = locate::at_start(text)?;
    let (word, said) = placed.rest.strip_prefix(": ")?.split_once(": ")?;
    let (message, rule) = said.trim_end().strip_suffix(']')?.rsplit_once(" [")?;
    let named = rule.starts_with(|c: char| c.is_ascii_lowercase()) && is_rule(rule);
    let mut diagnostic = finding(severity(word).filter(|_| named)?, message, placed.location());
    diagnostic.code = Some(rule.to_owned());
    Some(diagnostic)
}

/// cppcheck's ids are camel case, MISRA's have parts; clang-tidy's have dashes.
fn is_rule(rule: &str) -> bool {
    let misra = rule.starts_with("misra-c") || rule.starts_with("premium-");
    misra
        || rule
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `[a.c:3] -> [a.c:10]: (error) message`: the last place is the finding's.
fn old(text: &str) -> Option<Diagnostic> {
    let (places, said) = text.strip_prefix('[')?.split_once("]: (")?;
    let (word, message) = said.split_once(") ")?;
    let severity = severity(word.split(',').next()?)?;
    let mut places: Vec<Location> = places
        .split("] -> [")
        .filter_map(|place| Some(locate::at_start(place)?.location()))
        .collect();
    let mut diagnostic = finding(severity, message.trim(), places.pop()?);
    diagnostic.notes = places
        .into_iter()
        .map(|location| Note {
            message: "on the way".to_owned(),
            location,
        })
        .collect();
    Some(diagnostic)
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let placed = locate::at_start(line);
    let note = placed.and_then(|placed| Some((placed.location(), placed.rest.strip_prefix(": note: ")?)));
    match note {
        Some((location, message)) => {
            open.diagnostic.notes.push(Note {
                message: message.trim().to_owned(),
                location,
            });
            Flow::Taken
        }
        None => match quoted::follow(open, line) {
            Flow::Over if is_bare_source(open, line) || is_missing_source(open, line) => open.take_on_trial(),
            flow => flow,
        },
    }
}

/// Returns whether the line stands for source that cppcheck did not find: it is empty, and a mark below it.
fn is_missing_source(open: &Open, line: &str) -> bool {
    line.is_empty() && locate::at_start(&open.previous).is_some()
}

/// Returns whether the line may be source that is not indented, right below a finding or a note.
fn is_bare_source(open: &Open, line: &str) -> bool {
    // A mark below a diagnostic without a column would give it one.
    let placed = open.diagnostic.location.column.is_some();
    let below = locate::at_start(line).is_none() && locate::at_start(&open.previous).is_some();
    placed && below && !line.trim().is_empty()
}
