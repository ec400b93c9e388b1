//! The tools of FPGA makers: Vivado and its simulator, ISE, Quartus.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, guess, locate};

register_parser!(Format::of(&described::FPGA).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text;
    vivado(text).or_else(|| ise(text)).or_else(|| quartus(text))
}

fn finding(severity: Severity, code: &str, message: &str, location: Location) -> Diagnostic {
    let message = message.trim();
    let error_type = match guess::error_type(severity, message) {
        ErrorType::Build if message.starts_with("expect") => ErrorType::Syntax,
        found => found,
    };
    Diagnostic::new(error_type, severity, message)
        .with_code(code)
        .at(location)
}

/// `ERROR: [Synth 8-2715] message [FILE:12]`.
fn vivado(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.split_once(": [")?;
    let severity = match label {
        "ERROR" => Severity::Error,
        "CRITICAL WARNING" | "WARNING" => Severity::Warning,
        "INFO" => Severity::Info,
        _ => return None,
    };
    let (code, rest) = rest.split_once("] ")?;
    let (group, number) = code.rsplit_once(' ')?;
    let numbered = number
        .split('-')
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    if group.is_empty() || !numbered {
        return None;
    }
    let place = rest
        .trim_end()
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once('['));
    let placed = place.and_then(|(message, place)| Some((message, locate::at_start(place)?)));
    match placed {
        Some((message, placed)) if placed.rest.is_empty() => {
            Some(finding(severity, code, message, placed.location()))
        }
        _ if severity >= Severity::Error => Some(finding(severity, code, rest, Location::default())),
        _ => None,
    }
}

/// `ERROR:HDLCompiler:806 - "FILE" Line 12: message`, `ERROR:Xst:528 - message`.
fn ise(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.split_once(':')?;
    let severity = match label {
        "ERROR" => Severity::Error,
        "WARNING" => Severity::Warning,
        _ => return None,
    };
    let (code, message) = rest.split_once(" - ")?;
    let (component, number) = code.split_once(':')?;
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !numbered || component.is_empty() || component.contains(' ') {
        return None;
    }
    let placed = message.strip_prefix('"').and_then(|rest| {
        let (file, rest) = rest.split_once("\" ")?;
        let (line, message) = rest
            .trim_start_matches(['L', 'l'])
            .strip_prefix("ine ")?
            .split_once(": ")?;
        Some((Location::line(file, line.trim().parse().ok()?), message))
    });
    match placed {
        Some((location, message)) => Some(finding(severity, code, message, location)),
        None if severity >= Severity::Error => Some(finding(severity, code, message, Location::default())),
        None => None,
    }
}

/// `Error (10170): message File: FILE Line: 12`.
fn quartus(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.trim_start().split_once(" (")?;
    let severity = match label {
        "Error" => Severity::Error,
        "Warning" | "Critical Warning" => Severity::Warning,
        _ => return None,
    };
    let (code, message) = rest.split_once("): ")?;
    if code.is_empty() || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (message, location) = quartus_place(message);
    (location.line.is_some() || severity >= Severity::Error)
        .then(|| finding(severity, code, message, location))
}

fn quartus_place(message: &str) -> (&str, Location) {
    if let Some((text, place)) = message.rsplit_once(" File: ")
        && let Some((file, line)) = place.rsplit_once(" Line: ")
        && let Ok(line) = line.trim().parse()
    {
        return (text, Location::line(file, line));
    }
    let within = message.match_indices(" at ").find_map(|(at, _)| {
        let placed = locate::at_start(&message[at + 4..])?;
        (placed.kind == locate::FileKind::Sure).then(|| placed.location())
    });
    (message, within.unwrap_or_default())
}
