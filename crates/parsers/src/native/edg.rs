//! Compilers that name a place as `"FILE", line 12:`, most of them with the Edison Design Group's front
//! end: Arm, Green Hills, TI, Diab, Sun, HP, VisualDSP, SGI.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, marks, severity};

register_parser!(Format::of(&described::EDG).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (file, rest) = line.text.strip_prefix('"')?.split_once("\", line ")?;
    let (number, rest) = rest.split_once(':')?;
    let location = Location::line(file, number.trim().parse().ok()?);
    let (severity, code, message) = described(rest.trim())?;
    let mut diagnostic =
        Diagnostic::new(guess::error_type(severity, message), severity, message).at(location);
    diagnostic.code = code.map(str::to_owned);
    Some(diagnostic)
}

/// The text after the place.
fn described(text: &str) -> Option<(Severity, Option<&str>, &str)> {
    // VisualDSP puts the code first: `cc0020:  error: x`.
    let (first, text) = match text.split_once(": ") {
        Some((code, rest)) if code.starts_with("cc") && is_number(&code[2..]) => {
            (Some(code), rest.trim_start())
        }
        _ => (None, text),
    };
    let (severity, text) = labelled(text);
    let (named, text) = named(text);
    let (code, message) = coded(text);
    let code = named.or(code);
    let (message, tag) = tagged(message);
    let message = message.trim();
    (!message.is_empty()).then_some((severity, first.or(code).or(tag), message))
}

/// Splits `error`, `fatal error`, `Warning,` and the like off.
fn labelled(text: &str) -> (Severity, &str) {
    let end = text.find([':', ',', '#', '(']).unwrap_or(text.len());
    match severity::word(text[..end].trim()) {
        Some(severity) => (severity, text[end..].trim_start_matches([':', ',', ' '])),
        None => (Severity::Error, text),
    }
}

/// Splits Sun C++'s `hideparent: ` off, which names a warning.
fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once(": ") {
        Some((name, message)) if name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_lowercase()) => {
            (Some(name), message)
        }
        _ => (None, text),
    }
}

/// Splits `#20: `, `(dcc:1633): `, `C3903U: `, `badargtypel2w: ` off.
fn coded(text: &str) -> (Option<&str>, &str) {
    let Some((code, message)) = text.split_once(": ") else {
        return (None, text);
    };
    let bare = code.trim_start_matches(['#', '(']).trim_end_matches(')');
    let named = !bare.is_empty()
        && bare.bytes().any(|byte| byte.is_ascii_digit())
        && bare
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-:_".contains(&byte));
    if named {
        (Some(bare), message)
    } else {
        (None, text)
    }
}

/// Splits Sun's ` (E_TAG)` off.
fn tagged(message: &str) -> (&str, Option<&str>) {
    let split = message
        .trim_end()
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" ("));
    match split {
        Some((message, tag)) if tag.starts_with("E_") => (message, Some(tag)),
        _ => (message, None),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let Some(text) = line.strip_prefix("  ").filter(|text| !text.trim().is_empty()) else {
        return Flow::Over;
    };
    if let Some(found) = marks::read(text) {
        quote(open, found.caret);
        return Flow::Last;
    }
    if open.diagnostic.snippet.is_some() {
        return Flow::Over;
    }
    match text.strip_prefix(CONTINUED).filter(|text| !text.starts_with(' ')) {
        Some(text) => go_on(&mut open.diagnostic.message, text),
        None => open.diagnostic.snippet = Some(text.to_owned()),
    }
    Flow::Taken
}

/// The indentation of a message's continuation, which is deeper than that of source.
const CONTINUED: &str = "        ";

fn go_on(message: &mut String, text: &str) {
    message.push(' ');
    message.push_str(text.trim_end());
}

/// The caret. The line above it is source, even if it looked like more of the message.
fn quote(open: &mut Open, caret: u32) {
    let diagnostic = &mut open.diagnostic;
    diagnostic.location.column = Some(caret);
    if diagnostic.snippet.is_none() && open.taken > 0 {
        let source = open.previous.strip_prefix("  ").unwrap_or(&open.previous);
        let taken = diagnostic
            .message
            .strip_suffix(source.trim())
            .map(|rest| rest.trim_end().len());
        diagnostic
            .message
            .truncate(taken.unwrap_or(diagnostic.message.len()));
        diagnostic.snippet = Some(source.to_owned());
    }
}
