//! AspectJ's compiler within Maven.

use unbreak_core::{Diagnostic, Line, Severity, register_parser};

use super::kind;
use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::AJC).line(begin));

/// The place, below the line with the message.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let placed = locate::at_start(line.text.strip_prefix('\t')?)?;
    let java = placed.file.ends_with(".java") || placed.file.ends_with(".aj");
    if !java || !placed.rest.trim().is_empty() {
        return None;
    }
    let above = line.back(1)?;
    let (severity, message) = match above.strip_prefix("[ERROR] ") {
        Some(message) => (Severity::Error, message),
        None => (Severity::Warning, above.strip_prefix("[WARNING] ")?),
    };
    let (message, rule) = match message
        .trim_end()
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once(" [Xlint:"))
    {
        Some((message, rule)) => (message, Some(rule)),
        None => (message, None),
    };
    let mut diagnostic = Diagnostic::new(kind::error_type(severity, message, None), severity, message);
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic.at(placed.location()))
}
