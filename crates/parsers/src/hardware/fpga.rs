//! The tools of FPGA makers: Vivado and its simulator, ISE, Quartus.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, guess, locate};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "ERROR: [",
            "WARNING: [",
            "INFO: [",
            "ERROR:",
            "WARNING:",
            "Error (",
            "Warning ("
        ]
    )
    .line(begin)
);

const DOCS: &str = r#"
## What it understands

- Vivado: `ERROR: [Synth 8-2715] message [FILE:12]`, also `CRITICAL WARNING` and, with a place, `INFO`;
- ISE: `ERROR:HDLCompiler:806 - "FILE" Line 12: message`;
- Quartus: `Error (10170): message File: FILE Line: 12`, before version 16 `... at FILE(12): message`.

Vivado prints thousands of warnings and remarks without a place; of those only errors are taken.

## Versions seen

Vivado 2015 to 2023, ISE 12 to 14, Quartus 9 to 22, from their documentation.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "Vivado",
        "ERROR: [Synth 8-2715] syntax error near ) [/home/dev/project/rtl/top.v:12]\n",
        r#"[{"type": "syntax", "severity": "error", "code": "Synth 8-2715", "file": "/home/dev/project/rtl/top.v",
             "line": 12, "message": "syntax error near )"}]"#,
    ),
    Example::new(
        "ISE",
        "ERROR:HDLCompiler:806 - \"/home/dev/project/rtl/top.v\" Line 12: Syntax error near \";\".\n",
        r#"[{"type": "syntax", "severity": "error", "code": "HDLCompiler:806", "line": 12, "message": "Syntax error near \";\"."}]"#,
    ),
    Example::new(
        "Quartus",
        "Warning (10230): Verilog HDL assignment warning at top.v(15): truncated value with size 32\n",
        r#"[{"type": "lint", "severity": "warning", "code": "10230", "file": "top.v", "line": 15}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("fpga", "Vivado, ISE and Quartus", DOCS, LANGUAGES, &EXAMPLES);

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
    // The Solidity compiler's numbers are shorter.
    if code.len() < 5 || !code.bytes().all(|byte| byte.is_ascii_digit()) {
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
