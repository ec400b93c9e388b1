//! Compilers for microcontrollers with unique line formats: IAR, Keil, Cosmic, TASKING, and TI's assembler.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, severity};

register_parser!(Format::of(&described::EMBEDDED).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text;
    iar(text)
        .or_else(|| keil(text))
        .or_else(|| cosmic(text))
        .or_else(|| tasking(text))
        .or_else(|| ti_assembler(text))
}

/// IAR breaks long messages.
fn follow(open: &mut Open, line: &str) -> Flow {
    const INDENTATION: &str = "          ";
    let more = line.strip_prefix(INDENTATION).map(str::trim_end);
    let iar = open.previous.starts_with(['"', ' ']);
    match more.filter(|more| iar && !more.is_empty() && !more.starts_with([' ', '^'])) {
        Some(more) => {
            open.diagnostic.message.push(' ');
            open.diagnostic.message.push_str(more);
            Flow::Taken
        }
        None => Flow::Over,
    }
}

fn finding(severity: Severity, message: &str, location: Location) -> Diagnostic {
    let message = message.trim();
    Diagnostic::new(guess::error_type(severity, message), severity, message).at(location)
}

/// `"main.c",12  Error[Pe020]: message`.
fn iar(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.strip_prefix('"')?.split_once("\",")?;
    let (line, rest) = rest.split_once(' ')?;
    let (label, rest) = rest.trim_start().split_once('[')?;
    let (code, message) = rest.split_once("]:")?;
    let severity = severity::word(label.trim_start_matches("Severity-"))?;
    let location = Location::line(file, line.parse().ok()?);
    Some(finding(severity, message, location).with_code(code))
}

/// `*** ERROR C202 IN LINE 12 OF main.c: message`, `*** ERROR A45 IN 12 (main.a51, LINE 12): message`.
fn keil(text: &str) -> Option<Diagnostic> {
    let (head, rest) = text.strip_prefix("*** ")?.split_once(" IN ")?;
    let (label, code) = head.split_once(' ')?;
    let (place, message) = rest.split_once(": ")?;
    let location = match place.strip_prefix("LINE ") {
        Some(place) => {
            let (line, file) = place.split_once(" OF ")?;
            Location::line(file, line.trim().parse().ok()?)
        }
        None => {
            let (file, line) = place
                .strip_suffix(')')?
                .split_once(" (")?
                .1
                .split_once(", LINE ")?;
            Location::line(file, line.trim().parse().ok()?)
        }
    };
    Some(finding(severity::word(label)?, message, location).with_code(code))
}

/// `#error cpstm8 main.c:12(5) message`.
fn cosmic(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.strip_prefix('#')?.split_once(" cp")?;
    let (_, rest) = rest.split_once(' ')?;
    let (place, message) = rest.split_once(' ')?;
    let (file, place) = place.rsplit_once(':')?;
    let (line, column) = match place.strip_suffix(')').and_then(|place| place.split_once('(')) {
        // `5+2`: the column, and how many the place is wide.
        Some((line, column)) => (line, Some(column.split('+').next()?.parse().ok()?)),
        None => (place, None),
    };
    let mut location = Location::line(file, line.parse().ok()?);
    location.column = column;
    Some(finding(severity::word(label)?, message, location))
}

/// `"main.asm", ERROR!   at line 12: [E0002] message`.
fn ti_assembler(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.strip_prefix('"')?.split_once("\", ")?;
    let (label, rest) = rest.split_once('!')?;
    let (line, rest) = rest.trim_start().strip_prefix("at line ")?.split_once(':')?;
    let (code, message) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    let location = Location::line(file, line.trim().parse().ok()?);
    Some(finding(severity::word(label)?, message, location).with_code(code))
}

/// `ctc E208: ["main.c" 12/5] message`.
fn tasking(text: &str) -> Option<Diagnostic> {
    let (head, rest) = text.split_once(": [\"")?;
    let (_, code) = head.split_once(' ')?;
    let (file, rest) = rest.split_once("\" ")?;
    let (place, message) = rest.split_once("] ")?;
    let (line, column) = place
        .split_once('/')
        .map_or((place, None), |(line, column)| (line, Some(column)));
    let mut location = Location::line(file, line.parse().ok()?);
    location.column = column.and_then(|column| column.parse().ok());
    let severity = match code.get(..1)? {
        // A system error: the compiler itself failed.
        "S" => Severity::Fatal,
        letter => severity::letter(letter)?,
    };
    Some(finding(severity, message, location).with_code(code))
}
