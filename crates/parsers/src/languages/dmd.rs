//! D: dmd, ldc, gdc and D-Scanner.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".d(", ".di(", "\"fileName\""])
        .lines(&LINES)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`a.d(3,5): Error: message`, `Deprecation:`, `Warning:`, and D-Scanner's `a.d(3:5)[warn]: message` and JSON.

## Versions seen

DMD 2.080 to 2.109, from its documentation.
"#;

static LINES: [Pattern; 2] = [Pattern::compiler(r"^(?<file>(?:[A-Za-z]:)?[^(:]+\.di?)\({line}(?:,{column})?\): (?<severity>Error|Warning|Deprecation): {message}$").words(&[("Deprecation", Severity::Warning)]).broken(&["found ", "expression expected", "unterminated", "declaration expected"]), Pattern::lint(r"^(?<file>(?:[A-Za-z]:)?[^(:]+\.di?)\({line}:{column}\)\[(?<severity>warn|error)\]: {message}$")];

/// D-Scanner's report.
static FIELDS: [(Field, &str); 6] = [
    (Field::File, "fileName"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Severity, "type"),
    (Field::Code, "key"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("issues.*", &FIELDS).needing(&["key", "fileName", "line"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "D-Scanner's report",
        r#"{"issues": [{"key": "dscanner.suspicious.unused_parameter", "fileName": "source/app.d", "line": 15, "column": 17, "message": "Parameter args is never used."}]}
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "dscanner.suspicious.unused_parameter", "file": "source/app.d", "line": 15, "column": 17}]"#,
    ),
    Example::new(
        "an error",
        "source/app.d(3,5): Error: undefined identifier `totl`\n",
        r#"[{"type": "type", "severity": "error", "file": "source/app.d", "line": 3, "column": 5, "message": "undefined identifier `totl`"}]"#,
    ),
    Example::new(
        "D-Scanner",
        "source/app.d(3:5)[warn]: Variable x is never modified.\n",
        r#"[{"type": "lint", "severity": "warning", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dmd",
    "D: dmd, ldc, gdc and D-Scanner",
    DOCS,
    &[Cow::Borrowed("d")],
    &EXAMPLES,
);
