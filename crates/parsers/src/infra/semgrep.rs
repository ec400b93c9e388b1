//! Semgrep, in text, for editors and in JSON.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\"check_id\"",
            "❱ ",
            ":error(",
            ":warning(",
            ":info(",
            ":E:",
            ":W:",
            ":I:"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The rules below a file's name (`❯❯❱ rule`), the message and the line; the format `emacs`
(`app.py:10:5:error(rule):source:message`) and `vim` (`app.py:10:5:E:rule:message`); and `json`, with both
ends.

## Versions seen

Semgrep 1.182; earlier ones from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}:{column}:(?<severity>error|warning|info)\((?<code>[\w.-]+)\):.*?:(?<message>[^:\s].*)$",
    ),
    Pattern::lint(r"^{file}:{line}:{column}:(?<severity>[EWI]):(?<code>[\w.-]+):{message}$"),
];

static MARKS: [(&str, Severity); 3] = [
    ("❯❯❱", Severity::Error),
    ("❯❱", Severity::Warning),
    ("❱", Severity::Info),
];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^ +(?<severity>❯*❱) (?<code>\S+)\s*$").words(&MARKS)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^ {4}(?<file>\S+)\s*$", &ROWS).continued(
    r"^(?: {8,}(?:❰❰ Blocking ❱❱ *|{line}┆.*|⋮┆-*|Details: (?<advice>\S+)|(?<message>[^\s\d⋮].*))|\s*)$",
)];

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "path"),
    (Field::Line, "start.line"),
    (Field::Column, "start.col"),
    (Field::EndLine, "end.line"),
    (Field::EndColumn, "end.col"),
    (Field::Severity, "extra.severity"),
    (Field::Code, "check_id"),
    (Field::Message, "extra.message"),
];

static RECORDS: [Records; 1] = [Records::lint("results.*", &FIELDS).needing(&["check_id", "extra.message"])];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "text",
        "    src/app.py\n   ❯❯❱ python.lang.security.audit.eval-detected\n          ❰❰ Blocking ❱❱\n          Detected the use of eval().\n          Details: https://sg.run/ZvrD\n\n           10┆ eval(x)\n\n",
        r#"[{"type": "lint", "severity": "error", "code": "python.lang.security.audit.eval-detected", "file": "src/app.py", "line": 10, "message": "Detected the use of eval()."}]"#,
    ),
    Example::new(
        "for Vim",
        "src/app.py:10:5:E:python.eval-detected:Detected the use of eval().\n",
        r#"[{"severity": "error", "code": "python.eval-detected", "file": "src/app.py", "line": 10, "column": 5, "message": "Detected the use of eval()."}]"#,
    ),
    Example::new(
        "for Emacs",
        "src/app.py:10:5:error(python.eval-detected):eval(x):Detected the use of eval().\n",
        r#"[{"severity": "error", "code": "python.eval-detected", "file": "src/app.py", "line": 10, "column": 5, "message": "Detected the use of eval()."}]"#,
    ),
    Example::new(
        "a finding",
        r#"{"version":"1.60.0","results":[{"check_id":"python.lang.security.audit.eval-detected","path":"app.py","start":{"line":3,"col":1,"offset":20},"end":{"line":3,"col":11,"offset":30},"extra":{"message":"Detected eval().","severity":"WARNING","metadata":{}}}],"errors":[]}
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "python.lang.security.audit.eval-detected", "file": "app.py", "line": 3, "column": 1, "end_line": 3, "end_column": 11, "message": "Detected eval()."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "semgrep",
    "Semgrep, in text, for editors and in JSON",
    DOCS,
    &[],
    &EXAMPLES,
);
