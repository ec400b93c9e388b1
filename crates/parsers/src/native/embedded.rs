//! Compilers for microcontrollers whose lines are like nobody else's: IAR, Keil, Cosmic, TASKING.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, guess, severity};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "  Error[",
            "  Warning[",
            "  Fatal error[",
            "  Remark[",
            " IN LINE ",
            "#error cp",
            "#warning cp",
            ": [\""
        ]
    )
    .line(begin)
);

const DOCS: &str = r#"
## What it understands

- IAR: `"main.c",12  Error[Pe020]: identifier "x" is undefined`;
- Keil C51 and C166: `*** ERROR C202 IN LINE 12 OF main.c: 'x': undefined identifier`;
- Cosmic: `#error cpstm8 main.c:12(5) missing ;`;
- TASKING: `ctc E208: ["main.c" 12/5] syntax error`.

armcc, armclang, Green Hills, TI and Diab print like gcc or like `"main.c", line 12: Error: #20: ...`,
which the fallback reads.

## Versions seen

Written from the compilers' manuals.
"#;

static EXAMPLES: [Example; 4] = [
    Example::new(
        "IAR",
        "\"C:\\project\\main.c\",12  Error[Pe020]: identifier \"x\" is undefined\n",
        r#"[{"severity": "error", "code": "Pe020", "file": "C:\\project\\main.c", "line": 12,
             "message": "identifier \"x\" is undefined"}]"#,
    ),
    Example::new(
        "Keil",
        "*** ERROR C202 IN LINE 12 OF SRC\\MAIN.C: 'x': undefined identifier\n",
        r#"[{"severity": "error", "code": "C202", "file": "SRC\\MAIN.C", "line": 12, "message": "'x': undefined identifier"}]"#,
    ),
    Example::new(
        "Cosmic",
        "#error cpstm8 main.c:12(5) missing ;\n",
        r#"[{"severity": "error", "file": "main.c", "line": 12, "column": 5, "message": "missing ;"}]"#,
    ),
    Example::new(
        "TASKING",
        "ctc E208: [\"src/main.c\" 12/5] syntax error - token \";\" expected\n",
        r#"[{"severity": "error", "code": "E208", "file": "src/main.c", "line": 12, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "embedded",
    "IAR, Keil, Cosmic and TASKING",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text;
    iar(text)
        .or_else(|| keil(text))
        .or_else(|| cosmic(text))
        .or_else(|| tasking(text))
}

fn finding(severity: Severity, message: &str, location: Location) -> Diagnostic {
    let message = message.trim();
    Diagnostic::new(guess::error_type(severity, message), severity, message).at(location)
}

/// `"main.c",12  Error[Pe020]: message`.
fn iar(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.strip_prefix('"')?.split_once("\",")?;
    let (line, rest) = rest.split_once("  ")?;
    let (label, rest) = rest.split_once('[')?;
    let (code, message) = rest.split_once("]: ")?;
    let location = Location::line(file, line.parse().ok()?);
    Some(finding(severity::word(label)?, message, location).with_code(code))
}

/// `*** ERROR C202 IN LINE 12 OF main.c: message`.
fn keil(text: &str) -> Option<Diagnostic> {
    let (head, rest) = text.strip_prefix("*** ")?.split_once(" IN LINE ")?;
    let (label, code) = head.split_once(' ')?;
    let (line, rest) = rest.split_once(" OF ")?;
    let (file, message) = rest.split_once(": ")?;
    let location = Location::line(file, line.trim().parse().ok()?);
    Some(finding(severity::word(label)?, message, location).with_code(code))
}

/// `#error cpstm8 main.c:12(5) message`.
fn cosmic(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.strip_prefix('#')?.split_once(" cp")?;
    let (_, rest) = rest.split_once(' ')?;
    let (place, message) = rest.split_once(' ')?;
    let (file, place) = place.rsplit_once(':')?;
    let (line, column) = place.strip_suffix(')')?.split_once('(')?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    Some(finding(severity::word(label)?, message, location))
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
    let severity = severity::letter(code.get(..1)?)?;
    Some(finding(severity, message, location).with_code(code))
}
