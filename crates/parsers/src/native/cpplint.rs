//! cpplint.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, locate};

register_parser!(
    Format::new(&DESCRIPTOR, &["] [1]", "] [2]", "] [3]", "] [4]", "] [5]"])
        // Before gcc and the fallback: the end of the line says whose it is.
        .priority(1)
        .line(begin)
);

const DOCS: &str = r#"
## What it understands

`FILE:LINE:  message  [category/rule] [confidence]`. A finding is a warning, and a remark when the confidence
that it is one is 1 or 2 of 5.

## Versions seen

cpplint 1.6 and 2.0, from their documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a missing blank",
    "src/cost_map.cpp:399:  Missing space before {  [whitespace/braces] [5]\n",
    r#"[{"type": "lint", "severity": "warning", "code": "whitespace/braces", "file": "src/cost_map.cpp", "line": 399,
         "message": "Missing space before {"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("cpplint", "cpplint", DOCS, LANGUAGES, &EXAMPLES);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (text, confidence) = line.text.trim_end().strip_suffix(']')?.rsplit_once(" [")?;
    let (text, rule) = text.strip_suffix(']')?.rsplit_once(" [")?;
    let placed = locate::at_start(text)?;
    let message = placed.rest.strip_prefix(':')?.trim();
    let rated = matches!(confidence, "1" | "2" | "3" | "4" | "5") && rule.contains('/');
    rated.then(|| {
        let severity = match confidence {
            "1" | "2" => Severity::Info,
            _ => Severity::Warning,
        };
        let diagnostic = Diagnostic::new(ErrorType::Lint, severity, message);
        diagnostic.with_code(rule).at(placed.location())
    })
}
