//! markdownlint-cli and markdownlint-cli2.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[" MD0", "\"ruleNames\""])
        .lines(&LINES)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`FILE:8:1 error MD004/ul-style message`, the severity since version 0.46 only, `FILE: 8: MD004/...` before
0.18; and `--json`.

## Versions seen

markdownlint-cli 0.16 to 0.48, markdownlint-cli2 0.22.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}(?::{column})? (?:(?<severity>error|warning) )?(?<code>MD\d{3}(?:/[\w-]+)*) {message}$",
    ),
    Pattern::lint(r"^{file}: {line}: (?<code>MD\d{3}(?:/[\w-]+)*) {message}$"),
];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "fileName"),
    (Field::Line, "lineNumber"),
    (Field::Column, "errorRange.0"),
    (Field::Severity, "severity"),
    (Field::Code, "ruleNames.0"),
    (Field::Message, "ruleDescription"),
    (Field::Message, "errorDetail"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS).needing(&["ruleNames", "ruleDescription"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a finding",
        "README.md:9:81 error MD013/line-length Line length [Expected: 80; Actual: 95]\n",
        r#"[{"type": "lint", "severity": "error", "code": "MD013/line-length", "file": "README.md", "line": 9, "column": 81}]"#,
    ),
    Example::new(
        "before 0.46",
        "README.md:3 MD012/no-multiple-blanks Multiple consecutive blank lines [Expected: 1; Actual: 2]\n",
        r#"[{"severity": "warning", "code": "MD012/no-multiple-blanks", "line": 3}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"fileName": "a.md", "lineNumber": 9, "ruleNames": ["MD013", "line-length"], "ruleDescription": "Line length", "ruleInformation": "x", "errorDetail": "Expected: 80; Actual: 95", "errorContext": null, "errorRange": [81, 15], "severity": "error"}]
"#,
        r#"[{"severity": "error", "code": "MD013", "line": 9, "column": 81, "message": "Line length\nExpected: 80; Actual: 95"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "markdownlint",
    "markdownlint-cli and markdownlint-cli2",
    DOCS,
    &[Cow::Borrowed("markdown")],
    &EXAMPLES,
);
