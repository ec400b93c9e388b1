//! Delphi and Free Pascal.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate, stack};

register_parser!(Format::of(&described::PASCAL).block(begin, follow));

/// The words for how bad it is.
const LABELS: [(&str, Severity); 7] = [
    ("Fatal Error", Severity::Fatal),
    ("Fatal", Severity::Fatal),
    ("Error", Severity::Error),
    ("Hint warning", Severity::Info),
    ("Warning", Severity::Warning),
    ("Hint", Severity::Info),
    ("Note", Severity::Info),
];

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    stopped(line.text)
        .or_else(|| thrown(line.text))
        .or_else(|| compiled(line.text))
}

/// `Runtime error 200 at $00000000004010C6`, and the same in Delphi's words `... at 0040A1B2`.
fn stopped(line: &str) -> Option<Diagnostic> {
    let (number, address) = line.strip_prefix("Runtime error ")?.split_once(" at ")?;
    let numbered = number.bytes().all(|byte| byte.is_ascii_digit());
    let hexadecimal = |address: &str| address.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_one = numbered && hexadecimal(address.trim_end().trim_start_matches('$'));
    is_one.then(|| {
        let message = format!("runtime error {number}");
        Diagnostic::new(ErrorType::Runtime, Severity::Error, message).with_code(number)
    })
}

/// `An unhandled exception occurred at $00000000004010C6:`, its class and message on the next line.
fn thrown(line: &str) -> Option<Diagnostic> {
    let address = line.strip_prefix("An unhandled exception occurred at $")?;
    let ends = address.trim_end().ends_with(':');
    ends.then(|| Diagnostic::new(ErrorType::Runtime, Severity::Error, ""))
}

/// Takes `EDivByZero: Division by zero`.
fn take_class(diagnostic: &mut Diagnostic, line: &str) -> bool {
    let Some((class, message)) = line.split_once(": ").filter(|_| diagnostic.message.is_empty()) else {
        return false;
    };
    message.trim().clone_into(&mut diagnostic.message);
    diagnostic.code = Some(class.to_owned());
    true
}

/// `  $00000000004010C6  main,  line 5 of d.pas`, of a program that was compiled with `-gl`.
fn follow(open: &mut Open, line: &str) -> Flow {
    let entry = line.strip_prefix("  $").and_then(|text| text.split_once("  "));
    let frame = entry.and_then(|(_, entry)| {
        let (function, place) = entry.split_once(",  line ")?;
        let (number, file) = place.split_once(" of ")?;
        let location = Location::line(file.trim(), number.parse().ok()?);
        Some(Frame::new(location, Some(function.to_owned())))
    });
    let stopped = open.diagnostic.error_type == ErrorType::Runtime;
    if stopped && take_class(&mut open.diagnostic, line) {
        return Flow::Taken;
    }
    if let Some(frame) = frame.filter(|_| stopped) {
        stack::push_caller_and_place(&mut open.diagnostic, frame, "/rtl/");
        return Flow::Taken;
    }
    match stopped && line.starts_with("  $") {
        true => Flow::Taken,
        false => Flow::Over,
    }
}

fn compiled(line: &str) -> Option<Diagnostic> {
    let text = within_msbuild(line.trim_start());
    let (severity, text) = match text.strip_prefix('[').and_then(|text| text.split_once("] ")) {
        Some((label, rest)) => (Some(bracketed(label)?), rest),
        None => (None, text),
    };
    let placed = locate::at_start(text).filter(|placed| is_source(placed.file))?;
    let rest = placed.rest.trim_start_matches([':', ' ']);
    let (severity, message) = match severity {
        Some(severity) => (severity, rest),
        None => labelled(rest)?,
    };
    let (code, message) = numbered(message);
    let location = Location {
        end_line: None,
        ..placed.location()
    };
    let mut diagnostic =
        Diagnostic::new(guess::error_type(severity, message), severity, message.trim()).at(location);
    if message.contains(" expected but ") {
        diagnostic.error_type = ErrorType::Syntax;
    }
    diagnostic.code = code.map(str::to_owned);
    Some(diagnostic)
}

/// `CodeGear.Delphi.Targets : warning : `.
fn within_msbuild(text: &str) -> &str {
    [" : warning : ", " : error : ", " : message : "]
        .iter()
        .find_map(|label| Some(text.split_once(label)?.1))
        .unwrap_or(text)
}

/// `dcc32 Warning`, `DCC Error`.
fn bracketed(label: &str) -> Option<Severity> {
    let (compiler, word) = label.split_once(' ')?;
    let delphi = compiler.len() <= 12 && compiler.to_ascii_lowercase().starts_with("dcc");
    let known = LABELS.iter().find(|(known, _)| *known == word);
    known.filter(|_| delphi).map(|(_, severity)| *severity)
}

fn labelled(text: &str) -> Option<(Severity, &str)> {
    LABELS.iter().find_map(|(label, severity)| {
        let (word, rest) = text.split_at_checked(label.len())?;
        let said = word
            .eq_ignore_ascii_case(label)
            .then(|| rest.strip_prefix(": "))?;
        Some((*severity, said?))
    })
}

/// `E2003 message`.
fn numbered(text: &str) -> (Option<&str>, &str) {
    match text.split_once(' ') {
        Some((code, message)) if is_code(code) => (Some(code), message),
        _ => (None, text),
    }
}

fn is_code(code: &str) -> bool {
    let code = code.trim_end_matches(':');
    let (letter, digits) = code.split_at_checked(1).unwrap_or((code, ""));
    matches!(letter, "E" | "W" | "H" | "F" | "X")
        && (4..=5).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_source(file: &str) -> bool {
    let ending = file
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| {
        matches!(
            ending.as_str(),
            "pas" | "pp" | "dpr" | "lpr" | "inc" | "dpk" | "dproj"
        )
    })
}
