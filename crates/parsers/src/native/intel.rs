//! Compilers that print `FILE(12): error #20: message`: Intel's, NVIDIA's nvcc and Arm's.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate, severity};

register_parser!(Format::of(&described::INTEL).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text.trim_start();
    let placed = locate::at_start(text).filter(|placed| placed.kind == locate::FileKind::Sure)?;
    let mut location = placed.location();
    let rest = column(placed.rest, &mut location);
    let (severity, code, message) = described(rest.trim_start_matches([':', ' ']))?;
    let mut diagnostic =
        Diagnostic::new(guess::error_type(severity, message), severity, message).at(location);
    diagnostic.code = code.map(str::to_owned);
    Some(diagnostic)
}

/// Takes `: (col. 7)` or ` (col. 7):`.
fn column<'a>(text: &'a str, location: &mut Location) -> &'a str {
    let inner = text.trim_start_matches([':', ' ']).strip_prefix("(col. ");
    let Some((number, rest)) = inner.and_then(|inner| inner.split_once(')')) else {
        return text;
    };
    location.column = number.trim().parse().ok();
    rest
}

/// `error #6404: message`, `remark: message`, `error:  #20: message`.
fn described(text: &str) -> Option<(Severity, Option<&str>, &str)> {
    let end = text.find([':', '#'])?;
    let (label, rest) = text.split_at(end);
    let severity = severity::word(label.trim())?;
    let rest = rest.trim_start_matches([':', ' ']);
    match rest.strip_prefix('#') {
        Some(numbered) => {
            let (code, message) = numbered.split_once(':')?;
            let digits = code.strip_suffix("-D").unwrap_or(code);
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
            is_number.then_some((severity, Some(code), message.trim()))
        }
        None if label.trim() == "remark" => Some((severity, None, rest.trim())),
        None => None,
    }
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let is_caret = line.ends_with('^') && line.bytes().all(|byte| matches!(byte, b'-' | b' ' | b'^'));
    if is_caret && open.taken > 0 {
        // nvcc and icc print source and caret further to the right than they stand.
        if line.starts_with('-') {
            let column = u32::try_from(line.len()).ok();
            open.diagnostic.location.column = open.diagnostic.location.column.or(column);
        }
        open.diagnostic.snippet = Some(open.previous.clone());
        return Flow::Last;
    }
    if open.taken == 0 && line.starts_with(' ') && !line.trim().is_empty() {
        return Flow::Taken;
    }
    Flow::Over
}
