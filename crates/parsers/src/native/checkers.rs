//! Checkers of C with unique line formats: PC-lint, QA C, PVS-Studio, flawfinder, Smatch.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, locate, severity};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "rror 1",
            "rror 2",
            "rror 3",
            "rror 4",
            "rror 5",
            "rror 6",
            "rror 7",
            "rror 8",
            "rror 9",
            "arning 4",
            "arning 5",
            "arning 6",
            "arning 1",
            "nfo 7",
            "nfo 8",
            "nfo 1",
            "ote 9",
            "ote 1",
            "rror V",
            "arning V",
            "ote V",
            "Msg(",
            "Err(",
            "err(",
            ":  [0] (",
            ":  [1] (",
            ":  [2] (",
            ":  [3] (",
            ":  [4] (",
            ":  [5] (",
            "() warn: ",
            "() error: ",
            "() info: ",
        ]
    )
    // Before gcc and Microsoft's compilers: number and level identify the tool.
    .priority(1)
    .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

- PC-lint and FlexeLint: `FILE(12): Warning 529: message`, `FILE:12:3: note 953: message`, and the columns of its
  default format, `FILE  12  Warning 529: message`;
- QA C: `FILE(32,5): Msg(4:5087) message`, whose first number is the level: 9 is an error of the syntax, 8 of a
  constraint;
- PVS-Studio: `FILE (45): error V773: message`;
- flawfinder: `FILE:12:  [2] (buffer) char: message`, of which levels 4 and 5 are errors and 0 is a remark;
- Smatch: `FILE:40 function() warn: message`.

## Versions seen

PC-lint 8 and 9, QA C 7 to 9, PVS-Studio 7, flawfinder 1.31 to 2, Smatch 1.7, from their manuals.
"#;

static EXAMPLES: [Example; 5] = [
    Example::new(
        "PC-lint",
        "src\\shop.c(12): Warning 529: Symbol 'total' (line 4) not subsequently referenced\n",
        r#"[{"type": "lint", "severity": "warning", "code": "529", "file": "src\\shop.c", "line": 12}]"#,
    ),
    Example::new(
        "QA C",
        "C:/project/shop.c(32,5): Msg(4:5087) Use of #include directive after code fragment.\n",
        r#"[{"type": "lint", "severity": "warning", "code": "5087", "file": "C:/project/shop.c", "line": 32, "column": 5,
             "message": "Use of #include directive after code fragment."}]"#,
    ),
    Example::new(
        "PVS-Studio",
        "C:\\project\\shop.cpp (45): error V773: The function was exited without releasing the pointer.\n",
        r#"[{"type": "lint", "severity": "error", "code": "V773", "file": "C:\\project\\shop.cpp", "line": 45}]"#,
    ),
    Example::new(
        "flawfinder",
        "shop.c:31:  [1] (buffer) strncpy:\n  Easily used incorrectly; does not always \\0-terminate or check for\n  invalid pointers (CWE-120).\n",
        r#"[{"type": "lint", "severity": "warning", "code": "buffer", "file": "shop.c", "line": 31,
             "message": "(buffer) strncpy: Easily used incorrectly; does not always \\0-terminate or check for invalid pointers (CWE-120)."}]"#,
    ),
    Example::new(
        "Smatch",
        "drivers/shop.c:40 sum() warn: inconsistent returns 'lock'.\n",
        r#"[{"type": "lint", "severity": "warning", "file": "drivers/shop.c", "line": 40, "message": "inconsistent returns 'lock'."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "c-checkers",
    "PC-lint, QA C, PVS-Studio, flawfinder and Smatch",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

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
