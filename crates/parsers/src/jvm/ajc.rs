//! AspectJ's compiler within Maven.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Severity, register_parser};

use super::{LANGUAGES, kind};
use crate::format::{self, Format, locate};

register_parser!(
    Format::new(&DESCRIPTOR, &[".java:", ".aj:"])
        .priority(2)
        .line(begin)
);

const DOCS: &str = r#"
## What it understands

`[WARNING] message [Xlint:rule]` with the place on the line below, indented: `FILE:LINE`. Without such a
line it is somebody else's.

## Versions seen

AspectJ 1.8 and 1.9 in aspectj-maven-plugin, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "advice that applies nowhere",
    "[WARNING] advice defined in shop.Audit has not been applied [Xlint:adviceDidNotMatch]\n\t/home/dev/project/src/main/java/shop/Audit.java:58\n\n",
    r#"[{"type": "lint", "severity": "warning", "code": "adviceDidNotMatch", "line": 58,
         "file": "/home/dev/project/src/main/java/shop/Audit.java",
         "message": "advice defined in shop.Audit has not been applied"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("ajc", "AspectJ's compiler", DOCS, LANGUAGES, &EXAMPLES);

/// The place, below the line with the message.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let placed = locate::at_start(line.text.strip_prefix('\t')?)?;
    let java = placed.file.ends_with(".java") || placed.file.ends_with(".aj");
    if !java || !placed.rest.trim().is_empty() {
        return None;
    }
    let above = line.back(1)?;
    let (severity, message) = match above.strip_prefix("[ERROR] ") {
        Some(message) => (Severity::Error, message),
        None => (Severity::Warning, above.strip_prefix("[WARNING] ")?),
    };
    let (message, rule) = match message
        .trim_end()
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once(" [Xlint:"))
    {
        Some((message, rule)) => (message, Some(rule)),
        None => (message, None),
    };
    let mut diagnostic = Diagnostic::new(kind::error_type(severity, message, None), severity, message);
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic.at(placed.location()))
}
