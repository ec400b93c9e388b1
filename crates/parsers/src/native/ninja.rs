//! Ninja's own errors.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::NINJA).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let said = line.text.strip_prefix("ninja: ")?;
    let said = said
        .strip_prefix("error: ")
        .or_else(|| said.strip_prefix("fatal: "))?;
    let placed = locate::at_start(said).filter(|placed| placed.rest.starts_with(": "));
    Some(match placed {
        Some(placed) => {
            let message = placed.rest[2..].trim();
            Diagnostic::new(ErrorType::Syntax, Severity::Fatal, message).at(placed.location())
        }
        None => Diagnostic::new(ErrorType::Build, Severity::Error, said.trim_end()),
    })
}
