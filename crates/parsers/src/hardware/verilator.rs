//! Verilator.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, guess, locate, quoted};

register_parser!(Format::new(&DESCRIPTOR, &["%Error", "%Warning"]).block(begin, follow));

const DOCS: &str = r#"
## What it understands

`%Error: FILE:LINE:COLUMN: message` and `%Warning-RULE: ...`, the lines of message that begin with `: ...`,
and the source with marks below it, which give the end. Errors without a place are errors of the build;
what only says that it stops (`Exiting due to 2 error(s)`, `Cannot continue`) is left out.

## Versions seen

Verilator 5.006; 3.9 to 5.0 from its manual.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "widths that differ",
    "%Warning-WIDTH: rtl/top.sv:7:14: Operator ASSIGN expects 4 bits\n                              : ... In instance top\n    7 |    assign a = b;\n      |             ^\n                 ... Use \"/* verilator lint_off WIDTH */\" to disable this message.\n%Error: Exiting due to 1 warning(s)\n",
    r#"[{"type": "lint", "severity": "warning", "code": "WIDTH", "file": "rtl/top.sv", "line": 7, "column": 14,
         "message": "Operator ASSIGN expects 4 bits\nIn instance top"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("verilator", "Verilator", DOCS, LANGUAGES, &EXAMPLES);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (label, text) = line.text.strip_prefix('%')?.split_once(": ")?;
    let (word, rule) = label.split_once('-').unwrap_or((label, ""));
    let severity = match word {
        "Error" => Severity::Error,
        "Warning" => Severity::Warning,
        _ => return None,
    };
    if ["Exiting due to", "Command Failed", "Cannot continue"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        return None;
    }
    let (location, message) = match locate::at_start(text) {
        Some(placed) if placed.kind > locate::FileKind::Word => {
            (placed.location(), placed.rest.trim_start_matches([':', ' ']))
        }
        _ => (Location::default(), text),
    };
    let mut diagnostic =
        Diagnostic::new(guess::error_type(severity, message), severity, message).at(location);
    diagnostic.code = (!rule.is_empty()).then(|| rule.to_owned());
    Some(diagnostic)
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_start();
    if let Some(more) = text.strip_prefix(": ... ").filter(|_| text.len() < line.len()) {
        open.push_message(more);
        return Flow::Taken;
    }
    if text.starts_with("... ") && text.len() < line.len() {
        return Flow::Taken;
    }
    quoted::follow(open, line)
}
