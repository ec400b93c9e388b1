//! Microsoft's C and C++ compiler and linker, outside MSBuild.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate};

register_parser!(Format::of(&described::MSVC).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    const LABELS: [(&str, Severity); 5] = [
        (" fatal error ", Severity::Fatal),
        (" error ", Severity::Error),
        (" warning ", Severity::Warning),
        (" Command line error ", Severity::Error),
        (" Command line warning ", Severity::Warning),
    ];
    let (origin, rest, severity) = LABELS.iter().find_map(|(label, severity)| {
        let (origin, rest) = without_node(line.text).split_once(&format!(":{label}"))?;
        Some((origin.trim(), rest, *severity))
    })?;
    let (code, message) = rest.split_once(':')?;
    let code = code.trim();
    if !is_code(code) {
        return None;
    }
    let message = message.trim();
    let location = located(origin)?;
    let error_type = if location.line.is_some() {
        guess::error_type(severity, message)
    } else {
        ErrorType::Build
    };
    Some(
        Diagnostic::new(error_type, severity, message)
            .with_code(code)
            .at(location),
    )
}

/// Without the number that a parallel build puts before a line: `12>`.
fn without_node(text: &str) -> &str {
    match text.split_once('>') {
        Some((node, rest)) if !node.is_empty() && node.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => text,
    }
}

fn is_code(code: &str) -> bool {
    let letters = code.bytes().take_while(u8::is_ascii_uppercase).count();
    let (prefix, digits) = code.split_at(letters);
    matches!(prefix, "C" | "LNK" | "D" | "RC" | "A" | "CVT")
        && digits.len() >= 4
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `FILE(3)`, `a.obj`, or the tool itself.
fn located(origin: &str) -> Option<Location> {
    if let Some(placed) = locate::at_start(origin) {
        return Some(placed.location());
    }
    let tool = matches!(
        origin,
        "LINK" | "cl" | "CL" | "c1" | "c1xx" | "RC" | "ml" | "CVTRES" | "lib" | "LIB"
    );
    if let Some(location) = with_blanks(origin) {
        return Some(location);
    }
    let object = locate::kind(origin).is_some();
    (tool || object).then(|| {
        if tool {
            Location::default()
        } else {
            Location::file(origin)
        }
    })
}

/// `keyboard handler.c(3)`, `keyboard handler.c(3,5)`.
fn with_blanks(origin: &str) -> Option<Location> {
    let (file, place) = origin.strip_suffix(')')?.rsplit_once('(')?;
    let (line, column) = place.split_once(',').unwrap_or((place, ""));
    let ending = file.rsplit_once('.')?.1;
    let named = ending.len() <= 4 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut location = Location::line(file, line.parse().ok().filter(|_| named)?);
    location.column = column.parse().ok();
    Some(location)
}

/// A remark about a second place of a diagnostic; until 2013 without `note`.
fn remark(rest: &str) -> Option<&str> {
    let older = || rest.strip_prefix(" : ").filter(|said| said.starts_with("see "));
    rest.strip_prefix(": note: ").or_else(older)
}

/// `FILE(12): note: see declaration of 'x'`, indented when it is about a template.
fn follow(open: &mut Open, line: &str) -> Flow {
    let placed = locate::at_start(line.trim_start());
    let note = placed.and_then(|placed| Some((placed.location(), remark(placed.rest)?)));
    match note {
        Some((location, message)) => {
            open.diagnostic.notes.push(Note {
                message: message.trim().to_owned(),
                location,
            });
            Flow::Taken
        }
        None => Flow::Over,
    }
}
