//! isort, when it only checks.

use crate::described;
use crate::format::Format;
use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

register_parser!(Format::of(&described::ISORT).line(complaint));

const COMPLAINT: &str = " Imports are incorrectly sorted";

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    let (file, _) = line.text.strip_prefix("ERROR: ")?.split_once(COMPLAINT)?;
    let message = "imports are incorrectly sorted and/or formatted";
    let diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, message);
    Some(diagnostic.with_code("unsorted-imports").at(Location::file(file)))
}
