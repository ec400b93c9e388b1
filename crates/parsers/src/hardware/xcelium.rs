//! Cadence's simulators: Incisive and Xcelium.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, guess};

register_parser!(Format::new(&DESCRIPTOR, &[": *E,", ": *W,", ": *F,", ": *N,", ": *SE,"]).line(begin));

const DOCS: &str = r#"
## What it understands

`TOOL: *E,CODE (FILE,LINE|COLUMN): message`, with or without a place, from ncvlog, ncvhdl, ncelab, ncsim and
their successors xmvlog, xmvhdl, xmelab, xmsim, irun and xrun. The source is printed above. Messages in
square brackets at the end cite the standard and stay.

## Versions seen

Incisive 9 to 15 and Xcelium 19 to 23, from their documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a semicolon is missing",
    "  assign a = b\n             |\nxmvlog: *E,EXPSMC (rtl/top.v,5|13): expecting a semicolon (';') [6.1(IEEE)].\n",
    r#"[{"type": "syntax", "severity": "error", "code": "EXPSMC", "file": "rtl/top.v", "line": 5, "column": 13,
         "message": "expecting a semicolon (';') [6.1(IEEE)]."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "xcelium",
    "Cadence's Incisive and Xcelium",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (tool, rest) = line.text.split_once(": *")?;
    let (letter, rest) = rest.split_once(',')?;
    let severity = match letter {
        "E" | "SE" => Severity::Error,
        "F" => Severity::Fatal,
        "W" => Severity::Warning,
        "N" => Severity::Info,
        _ => return None,
    };
    let (code, rest) = rest.split_at(rest.find([' ', ':'])?);
    let named = !code.is_empty()
        && code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if tool.contains(' ') || !named {
        return None;
    }
    let (location, message) = placed(rest.trim_start()).unwrap_or((Location::default(), rest));
    let message = message.trim_start_matches([':', ' ']).trim_end();
    let mut error_type = guess::error_type(severity, message);
    if message.starts_with("expecting ") {
        error_type = unbreak_core::ErrorType::Syntax;
    }
    Some(
        Diagnostic::new(error_type, severity, message)
            .with_code(code)
            .at(location),
    )
}

/// `(FILE,LINE|COLUMN): message`, `(FILE,LINE): message`. A unit of VHDL may be before the file.
fn placed(text: &str) -> Option<(Location, &str)> {
    let (inner, message) = text.strip_prefix('(')?.split_once("):")?;
    let (file, place) = inner.rsplit_once(',')?;
    let (line, column) = place.split_once('|').unwrap_or((place, ""));
    let mut location = Location::line(file, line.trim().parse().ok()?);
    location.column = column.trim().parse().ok();
    Some((location, message))
}
