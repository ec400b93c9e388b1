//! Prettier, when it only checks.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::PRETTIER).line(complaint));

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    if let Some(file) = line.text.strip_prefix("[warn] ") {
        let named = locate::kind(file.trim()) == Some(locate::FileKind::Sure);
        let unformatted = Diagnostic::new(ErrorType::Lint, Severity::Error, "not formatted");
        return named.then(|| {
            unformatted
                .with_code("unformatted")
                .at(Location::file(file.trim()))
        });
    }
    unparsable(line.text.strip_prefix("[error] ")?)
}

/// `FILE: SyntaxError: MESSAGE (LINE:COLUMN)`.
fn unparsable(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.split_once(": SyntaxError: ")?;
    let (message, place) = rest.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let (line, column) = place.split_once(':')?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    let error = Diagnostic::new(ErrorType::Syntax, Severity::Fatal, message);
    Some(error.with_code("SyntaxError").at(location))
}
