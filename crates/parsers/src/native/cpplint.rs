//! cpplint.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::CPPLINT).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (text, confidence) = line.text.trim_end().strip_suffix(']')?.rsplit_once(" [")?;
    if let Some(diagnostic) = visual_studio(text, confidence) {
        return Some(diagnostic);
    }
    let (text, rule) = text.strip_suffix(']')?.rsplit_once(" [")?;
    if let Some((location, message)) = for_sed(text).filter(|_| is_confidence(confidence)) {
        return Some(finding(confidence, rule, message).at(location));
    }
    let rated = is_confidence(confidence) && rule.contains('/') && !text.starts_with("# ");
    let (location, message) = placed(text).filter(|_| rated)?;
    // In Eclipse's format it calls everything a warning.
    let message = message.trim();
    let message = message.strip_prefix("warning: ").unwrap_or(message);
    Some(finding(confidence, rule, message).at(location))
}

/// The place and the message; errors of the whole file are in line 0.
fn placed(text: &str) -> Option<(Location, &str)> {
    match locate::at_start(text) {
        Some(placed) => Some((placed.location(), placed.rest.strip_prefix(':')?)),
        None => {
            let (file, message) = text.split_once(":0: ")?;
            Some((Location::file(file), message))
        }
    }
}

/// `FILE(3): error cpplint: [category/rule] message [5]`, with `--output=vs7`.
fn visual_studio(text: &str, confidence: &str) -> Option<Diagnostic> {
    let (place, said) = text.split_once(": error cpplint: [")?;
    let (rule, message) = said.split_once(']')?;
    let location = match place.strip_suffix("(0)") {
        Some(file) => Location::file(file),
        None => locate::at_start(text)?.location(),
    };
    is_confidence(confidence).then(|| finding(confidence, rule, message.trim()).at(location))
}

/// `sed -i '3s/...' FILE # message`, with `--output=sed` or `gsed`; a comment where there is no command for it:
/// `# FILE:3:  "message"`.
fn for_sed(text: &str) -> Option<(Location, &str)> {
    let commented = || {
        let (location, message) = placed(text.strip_prefix("# ")?)?;
        Some((location, message.trim().strip_prefix('"')?.strip_suffix('"')?))
    };
    let commanded = || {
        let (_, command) = text.split_once("sed -i '")?;
        let digits = command.bytes().take_while(u8::is_ascii_digit).count();
        let (_, rest) = command.split_once("' ")?;
        let (file, message) = rest.split_once(" # ")?;
        Some((
            Location::line(file, command[..digits].parse().ok()?),
            message.trim(),
        ))
    };
    commented().or_else(commanded)
}

fn is_confidence(text: &str) -> bool {
    matches!(text, "1" | "2" | "3" | "4" | "5")
}

fn finding(confidence: &str, rule: &str, message: &str) -> Diagnostic {
    let severity = match confidence {
        "1" | "2" => Severity::Info,
        _ => Severity::Warning,
    };
    Diagnostic::new(ErrorType::Lint, severity, message).with_code(rule)
}
