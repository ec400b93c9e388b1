//! The Eclipse compiler for Java.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use super::kind;
use crate::described;
use crate::format::{Flow, Format, Open, marks};

register_parser!(Format::of(&described::ECJ).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    const LABELS: [(&str, Severity); 3] = [
        (". ERROR in ", Severity::Error),
        (". WARNING in ", Severity::Warning),
        (". INFO in ", Severity::Info),
    ];
    let (number, place, severity) = LABELS.iter().find_map(|(label, severity)| {
        let (number, place) = line.text.split_once(label)?;
        Some((number.trim(), place.trim_end(), *severity))
    })?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let location = match place.split_once(" (at line ") {
        Some((file, number)) => Location::line(file, at_line(number)?),
        None => Location::file(place),
    };
    Some(Diagnostic::new(kind::error_type(severity, "", None), severity, "").at(location))
}

fn at_line(text: &str) -> Option<u32> {
    text.trim().strip_suffix(')')?.trim().parse().ok()
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if line.starts_with("-----") {
        return Flow::Last;
    }
    if let Some(number) = line.trim_start().strip_prefix("(at line ")
        && open.diagnostic.location.line.is_none()
    {
        open.diagnostic.location.line = at_line(number);
        return Flow::Taken;
    }
    if line.starts_with(['\t', ' ']) {
        quotation(open, line);
        return Flow::Taken;
    }
    if line.trim().is_empty() {
        return Flow::Over;
    }
    open.push_message(line.trim_end());
    let diagnostic = &mut open.diagnostic;
    diagnostic.error_type = kind::error_type(diagnostic.severity, &diagnostic.message, None);
    Flow::Taken
}

/// Source and marks; both have one tab more than the file.
fn quotation(open: &mut Open, line: &str) {
    let Some(found) = marks::read(line) else {
        let source = line.strip_prefix('\t').unwrap_or(line);
        open.diagnostic.snippet = Some(source.to_owned());
        return;
    };
    let location = &mut open.diagnostic.location;
    location.column = Some(found.caret - 1).filter(|column| *column > 0);
    location.end_line = location.line;
    location.end_column = Some(found.end - 1);
}
