//! The Groovy compiler, also of Gradle's and Jenkins' scripts.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, guess};

register_parser!(Format::of(&described::GROOVYC).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    whole(line.text).or_else(|| broken(line))
}

/// ` @ line 12, column 5.`, below `FILE: 12: message`.
fn broken(line: &Line<'_>) -> Option<Diagnostic> {
    let above = line.back(1)?;
    whole(&format!(
        "{above}{}",
        line.text.strip_prefix(" @ line ").map(|_| line.text)?
    ))
}

fn whole(line: &str) -> Option<Diagnostic> {
    let (text, place) = line.rsplit_once(" @ line ")?;
    let (number, column) = place.trim_end_matches('.').split_once(", column ")?;
    let (file, rest) = text.split_once(": ")?;
    let (again, message) = rest.split_once(": ")?;
    if again != number || file.contains(' ') && !file.starts_with(['/', '\\']) {
        return None;
    }
    let location = Location::column(file, number.parse().ok()?, column.parse().ok()?);
    let severity = Severity::Error;
    let error_type = match guess::error_type(severity, message) {
        ErrorType::Build
            if ["Unexpected ", "unexpected ", "expecting "]
                .iter()
                .any(|start| message.starts_with(start)) =>
        {
            ErrorType::Syntax
        }
        found => found,
    };
    Some(Diagnostic::new(error_type, severity, message.trim_end()).at(location))
}
