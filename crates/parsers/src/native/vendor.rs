//! Compilers with unique line formats: IBM XL, NAG Fortran, PGI and NVIDIA HPC, Cray, CodeWarrior,
//! CoolFlux, and Microsoft-like lines with a column in words.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate, severity};

register_parser!(Format::of(&described::VENDOR_COMPILERS).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text;
    xl(text)
        .or_else(|| nag(text))
        .or_else(|| pgi(text))
        .or_else(|| cray(text))
        .or_else(|| code_warrior(text))
        .or_else(|| cool_flux(text))
}

fn finding(severity: Severity, message: &str, location: Location) -> Diagnostic {
    let message = message.trim();
    Diagnostic::new(guess::error_type(severity, message), severity, message).at(location)
}

/// `"a.c", line 3.5: 1506-045 (S) message`, with or without quotes.
fn xl(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.split_once(", line ")?;
    let (place, rest) = rest.split_once(": ")?;
    let (line, column) = place.split_once('.')?;
    let (code, rest) = rest.trim_start().split_once(" (")?;
    let (letter, message) = rest.split_once(") ")?;
    let (component, number) = code.split_once('-')?;
    let severity = match letter {
        "I" => Severity::Info,
        "W" => Severity::Warning,
        "E" | "S" => Severity::Error,
        "U" => Severity::Fatal,
        _ => return None,
    };
    (is_number(component) && is_number(number)).then_some(())?;
    let location = Location::column(file.trim_matches('"'), line.parse().ok()?, column.parse().ok()?);
    Some(finding(severity, message, location).with_code(code))
}

/// `Error: a.f90, line 4: message`.
fn nag(text: &str) -> Option<Diagnostic> {
    const LABELS: [(&str, Severity); 12] = [
        ("Warning", Severity::Warning),
        ("Questionable", Severity::Warning),
        ("Extension", Severity::Warning),
        ("Extension(NAG)", Severity::Warning),
        ("Obsolescent", Severity::Warning),
        ("Deleted feature used", Severity::Warning),
        ("Info", Severity::Info),
        ("Error", Severity::Error),
        ("Runtime Error", Severity::Error),
        ("Fatal Error", Severity::Fatal),
        ("Panic", Severity::Fatal),
        ("Sequence Error", Severity::Error),
    ];
    let (label, rest) = text.split_once(": ")?;
    let severity = LABELS.iter().find(|(known, _)| *known == label)?.1;
    let (file, rest) = rest.split_once(", line ")?;
    let (line, message) = rest.split_once(": ")?;
    let file = locate::kind(file).map(|_| file)?;
    Some(finding(
        severity,
        message,
        Location::line(file, line.parse().ok()?),
    ))
}

/// `PGC-S-0039-message (a.c: 5)`.
fn pgi(text: &str) -> Option<Diagnostic> {
    let mut parts = text.splitn(4, '-');
    let (compiler, letter, number, rest) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let known = compiler.starts_with("PG") || compiler.starts_with("NV");
    let severity = match letter {
        "I" => Severity::Info,
        "W" => Severity::Warning,
        "S" => Severity::Error,
        "F" => Severity::Fatal,
        _ => return None,
    };
    (known && is_number(number)).then_some(())?;
    let (message, place) = rest.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let (file, line) = place.rsplit_once(": ")?;
    let location = Location::line(file, line.parse().ok()?);
    Some(finding(severity, message, location).with_code(format!("{compiler}-{letter}-{number}")))
}

/// `ftn-113 crayftn: ERROR SUB, File = a.f90, Line = 12, Column = 5`.
fn cray(text: &str) -> Option<Diagnostic> {
    let (head, place) = text.split_once("File = ")?;
    let (code, rest) = head.split_once(' ')?;
    let (_, label) = rest.split_once(": ")?;
    let severity = severity::word(label.split([' ', ',']).next()?)?;
    let mut fields = place.split(", ").map(str::trim);
    let file = fields.next()?;
    let mut field = |name: &str| fields.next()?.strip_prefix(name)?.trim().parse().ok();
    let mut location = Location::line(file, field("Line =")?);
    location.column = field("Column =");
    Some(finding(severity, "", location).with_code(code))
}

/// `>> in "main.c", line 12, col 8, pos 345`; severity and message come below.
fn code_warrior(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.strip_prefix(">> in \"")?.split_once("\", line ")?;
    let (line, rest) = rest.split_once(", col ")?;
    let (column, _) = rest.split_once(',')?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    Some(finding(Severity::Error, "", location))
}

/// `Warning in "a.c", line 46: message`, perhaps with `, column 3`.
fn cool_flux(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.split_once(" in \"")?;
    let severity = severity::word(label)?;
    let (file, rest) = rest.split_once("\", line ")?;
    let (place, message) = rest.split_once(": ")?;
    let (line, column) = place.split_once(", column ").unwrap_or((place, ""));
    let mut location = Location::line(file, line.parse().ok()?);
    location.column = column.parse().ok();
    Some(finding(severity, message, location))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if open.diagnostic.message.is_empty()
        && let Some((label, message)) = line.split_once(": ")
        && let Some((word, code)) = label.split_once(' ')
        && let Some(severity) = severity::word(word)
    {
        let location = std::mem::take(&mut open.diagnostic.location);
        open.diagnostic = finding(severity, message, location).with_code(code);
        return Flow::Last;
    }
    if !line.starts_with("  ") || line.trim().is_empty() {
        return Flow::Over;
    }
    // Below CodeWarrior's place stand source and marks, below the others more of the message.
    if !open.diagnostic.message.is_empty() || open.diagnostic.code.is_some() {
        open.push_message(line.trim());
        let diagnostic = &mut open.diagnostic;
        diagnostic.error_type = guess::error_type(diagnostic.severity, &diagnostic.message);
    }
    Flow::Taken
}
