//! Checkers of C with unique line formats: PC-lint, QA C, PVS-Studio, flawfinder, Smatch.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, severity};

register_parser!(Format::of(&described::C_CHECKERS).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text;
    columns(text).or_else(|| {
        let placed = locate::at_start(text).filter(|placed| placed.kind == locate::FileKind::Sure)?;
        let (location, rest) = (placed.location(), placed.rest);
        let said = rest.trim_start_matches([':', ' ']);
        numbered(said, &location)
            .or_else(|| leveled(said, &location))
            .or_else(|| flaw(said, &location))
            .or_else(|| smatch(rest, &location))
    })
}

fn finding(severity: Severity, message: &str, location: &Location) -> Diagnostic {
    Diagnostic::new(ErrorType::Lint, severity, message.trim()).at(location.clone())
}

/// `Warning 529: message`, `error V773: message`.
fn numbered(text: &str, location: &Location) -> Option<Diagnostic> {
    let (head, message) = text.split_once(": ")?;
    let (label, code) = head.split_once(' ')?;
    let digits = code.strip_prefix('V').unwrap_or(code);
    let number = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let severity = match label {
        "Elective" | "Note" | "note" => Severity::Info,
        label if !label.contains(' ') => severity::word(label)?,
        _ => return None,
    };
    number.then(|| finding(severity, message, location).with_code(code))
}

/// PC-lint's own format: `shop.c  12  Warning 529: message`, with the column after the line if it is on.
fn columns(text: &str) -> Option<Diagnostic> {
    let mut words = text.split_ascii_whitespace();
    let (file, line, next) = (words.next()?, words.next()?, words.next()?);
    let line = line.parse().ok()?;
    let column: Option<u32> = next.parse().ok();
    let label = if column.is_some() { words.next()? } else { next };
    let capital = matches!(
        label,
        "Error" | "Warning" | "Info" | "Note" | "error" | "warning" | "info" | "note"
    );
    let kind = locate::kind(file).filter(|kind| *kind == locate::FileKind::Sure);
    let said = &text[text.find(label)?..];
    kind.filter(|_| capital)?;
    let location = Location {
        column: column.filter(|column| *column > 0),
        ..Location::line(file, line)
    };
    numbered(said, &location)
}

/// `Msg(4:5087) message`, `err(9:1234) message`.
fn leveled(text: &str, location: &Location) -> Option<Diagnostic> {
    let rest = ["Msg(", "Err(", "err("]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    let (numbers, message) = rest.split_once(')')?;
    let message = message.trim_start_matches([' ', '-']);
    let (level, code) = numbers.split_once(':')?;
    let severity = match level.parse::<u8>().ok()? {
        8.. => Severity::Error,
        0 | 1 => Severity::Info,
        _ => Severity::Warning,
    };
    Some(finding(severity, message, location).with_code(code))
}

/// `[2] (buffer) char: message`.
fn flaw(text: &str, location: &Location) -> Option<Diagnostic> {
    let (level, rest) = text.strip_prefix('[')?.split_once("] (")?;
    let (category, rest) = rest.split_once(") ")?;
    let severity = match level.parse::<u8>().ok()? {
        0 => Severity::Info,
        1..=3 => Severity::Warning,
        4 | 5 => Severity::Error,
        _ => return None,
    };
    let said = match rest.split_once(':') {
        Some((function, said)) => format!("({category}) {}: {}", function.trim(), said.trim()),
        None => format!("({category}) {}", rest.trim()),
    };
    Some(finding(severity, said.trim_end_matches([':', ' ']), location).with_code(category))
}

/// flawfinder prints the message in separate lines, unless single lines were requested.
fn follow(open: &mut Open, line: &str) -> Flow {
    let rest = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '));
    let diagnostic = &mut open.diagnostic;
    let flaw = diagnostic.message.starts_with('(') && (open.taken > 0 || !diagnostic.message.contains(": "));
    match rest.filter(|rest| flaw && !rest.is_empty()) {
        Some(rest) => {
            diagnostic
                .message
                .push_str(if open.taken == 0 { ": " } else { " " });
            diagnostic.message.push_str(rest.trim_end());
            Flow::Taken
        }
        None => Flow::Over,
    }
}

/// ` function() warn: message`.
fn smatch(text: &str, location: &Location) -> Option<Diagnostic> {
    let (function, rest) = text.strip_prefix(' ')?.split_once("() ")?;
    let (label, message) = rest.split_once(": ")?;
    let severity = match label {
        "warn" => Severity::Warning,
        "error" => Severity::Error,
        "info" => Severity::Info,
        _ => return None,
    };
    (!function.contains(' ')).then(|| finding(severity, message, location))
}
