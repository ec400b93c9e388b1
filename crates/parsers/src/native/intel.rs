//! Compilers that print `FILE(12): error #20: message`: Intel's, NVIDIA's nvcc and Arm's.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, guess, locate, severity};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            ": error #",
            ": warning #",
            ": remark #",
            ": info #",
            ": error:  #",
            ": warning:  #",
            ": (col. ",
            ") (col. ",
            "): remark: "
        ]
    )
    // Before gcc, which has the same labels.
    .priority(1)
    .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`FILE(LINE): SEVERITY #CODE: message`, where `(col. 7)` may stand after the line. Below it comes the source,
and dashes or blanks with a caret, which give the column. `[NAME]` at the end is the name that the message
is about.

## Versions seen

ifort and icc 10 to 2021, nvcc 9 to 12, armcc 5, from their manuals.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Fortran",
        "shop.f90(12): error #6404: This name does not have a type, and must have an explicit type.   [X]\n      X = 3\n------^\ncompilation aborted for shop.f90 (code 1)\n",
        r#"[{"severity": "error", "code": "6404", "file": "shop.f90", "line": 12, "column": 7,
             "message": "This name does not have a type, and must have an explicit type.   [X]"}]"#,
    ),
    Example::new(
        "CUDA",
        "shop.cu(5): warning #177-D: variable \"y\" was declared but never referenced\n      int y;\n          ^\n\n",
        r#"[{"severity": "warning", "code": "177-D", "file": "shop.cu", "line": 5, "message": "variable \"y\" was declared but never referenced"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "intel",
    "Intel's compilers, nvcc and armcc",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

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
