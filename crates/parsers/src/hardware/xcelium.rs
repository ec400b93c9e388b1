//! Cadence's simulators: Incisive and Xcelium.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, guess};

register_parser!(Format::of(&described::XCELIUM).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (tool, rest) = line.text.split_once(": *")?;
    let (letter, rest) = rest.split_once(',')?;
    let severity = match letter {
        "E" | "SE" => Severity::Error,
        "F" => Severity::Fatal,
        "W" => Severity::Warning,
        "N" => Severity::Info,
        _ => return None,
    };
    let (code, rest) = rest.split_at(rest.find([' ', ':'])?);
    let named = !code.is_empty()
        && code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if tool.contains(' ') || !named {
        return None;
    }
    let (location, message) = placed(rest.trim_start()).unwrap_or((Location::default(), rest));
    let message = message.trim_start_matches([':', ' ']).trim_end();
    let mut error_type = guess::error_type(severity, message);
    if message.starts_with("expecting ") {
        error_type = unbreak_core::ErrorType::Syntax;
    }
    Some(
        Diagnostic::new(error_type, severity, message)
            .with_code(code)
            .at(location),
    )
}

/// `(FILE,LINE|COLUMN): message`, `(FILE,LINE): message`. A unit of VHDL may be before the file.
fn placed(text: &str) -> Option<(Location, &str)> {
    let (inner, message) = text.strip_prefix('(')?.split_once("):")?;
    let (file, place) = inner.rsplit_once(',')?;
    let (line, column) = place.split_once('|').unwrap_or((place, ""));
    let mut location = Location::line(file, line.trim().parse().ok()?);
    location.column = column.trim().parse().ok();
    Some((location, message))
}
