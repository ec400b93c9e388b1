//! ModelSim and Questa: vcom, vlog, vopt and vsim.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate};

register_parser!(Format::of(&described::QUESTA).block(begin, follow));

/// A line of a transcript without its mark.
fn bare(line: &str) -> &str {
    let line = line.trim_start();
    line.strip_prefix("# ").unwrap_or(line)
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = bare(line.text).strip_prefix("** ")?;
    let (severity, text) = labelled(text)?;
    let (number, text) = numbered(text);
    let text = after_count(text);
    let (location, text) = match locate::at_start(text) {
        Some(placed) if placed.kind == locate::FileKind::Sure => {
            (placed.location(), placed.rest.trim_start_matches([':', ' ']))
        }
        _ => (Location::default(), text),
    };
    let (second, message) = numbered(text);
    let error_type = match guess::error_type(severity, message) {
        // A message of the running design, not of the compiler.
        ErrorType::Build if location.line.is_none() && number.or(second).is_none() => ErrorType::Assertion,
        found => found,
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, message.trim()).at(location);
    diagnostic.code = number.or(second).or_else(|| within(message)).map(str::to_owned);
    Some(diagnostic)
}

/// `Error: `, `Error (suppressible): `, `at `.
fn labelled(text: &str) -> Option<(Severity, &str)> {
    if let Some(text) = text.strip_prefix("at ") {
        return Some((Severity::Error, text));
    }
    let (label, text) = text.split_once(": ")?;
    let severity = match label.split(' ').next()? {
        "Error" => Severity::Error,
        "Warning" => Severity::Warning,
        "Note" => Severity::Info,
        "Fatal" | "Failure" => Severity::Fatal,
        _ => return None,
    };
    let suppressible = label
        .split_once(' ')
        .is_none_or(|(_, rest)| rest.starts_with('('));
    suppressible.then_some((severity, text.trim_start()))
}

/// `(vcom-1136) message`.
fn numbered(text: &str) -> (Option<&str>, &str) {
    let split = text.strip_prefix("(v").and_then(|rest| rest.split_once(')'));
    match split {
        Some((number, rest)) if number.contains('-') => {
            let number = &text[1..number.len() + 2];
            (Some(number), rest.trim_start_matches([':', ' ']))
        }
        _ => (None, text),
    }
}

/// `near ":": (vcom-1576) expecting ";"`: the number behind the found token.
fn within(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once(": (v")?;
    numbered(&message[message.len() - rest.len() - 2..]).0
}

/// vcom numbers classes of warnings: `[3] `.
fn after_count(text: &str) -> &str {
    match text.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => text,
    }
}

/// `   > top.vhd:12`, the place as NVC prints it.
fn below(text: &str) -> Option<Location> {
    let placed = locate::at_start(text.trim_start().strip_prefix("> ")?)?;
    placed.rest.is_empty().then(|| placed.location())
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = bare(line);
    if let Some(place) = below(text).filter(|_| open.taken == 0 && open.diagnostic.location.line.is_none()) {
        open.diagnostic.location = place;
        return Flow::Last;
    }
    if !text.trim_start().starts_with("Time: ") || open.diagnostic.location.line.is_some() {
        return Flow::Over;
    }
    let place = text
        .split_once(" File: ")
        .and_then(|(_, place)| place.split_once(" Line: "));
    if let Some((file, number)) = place {
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        open.diagnostic.location = Location::file(file);
        open.diagnostic.location.line = number[..digits].parse().ok();
    }
    Flow::Last
}
