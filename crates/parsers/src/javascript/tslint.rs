//! TSLint, in all its text formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["ERROR: ", "WARNING: ", "): error ", "): warning ", "\"ruleName\""]
    )
    .confirmed_by(format::may_label_rule)
    .priority(6)
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `prose` (`ERROR: FILE:3:5 - message`, before version 5.12 `FILE[3, 5]: message`), `verbose`,
`stylish` and `msbuild`. Its JSON counts from 0.

## Versions seen

TSLint 3 to 6.1.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<severity>ERROR|WARNING): (?:\((?<code>[\w-]+)\) )?(?<file>{drive}[^:\[]+\.[cm]?[jt]sx?)[:\[]{line}(?:, |:){column}(?:\]:| -) {message}$",
    ),
    Pattern::lint(
        r"^(?<file>{drive}[^:(]+\.tsx?)\({line},{column}\): (?<severity>error|warning) (?<code>[a-z]+(?:[A-Z][a-z]+)*): {message}$",
    ),
];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^(?<severity>ERROR|WARNING): {line}:{column} {2,}(?<code>[\w-]+) +{message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?:Error: )?(?<file>{drive}[^:\s][^:]*\.[cm]?[jt]sx?)(?::\d+:\d+)?$",
    &ROWS,
)];

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "name"),
    (Field::Line, "startPosition.line"),
    (Field::Column, "startPosition.character"),
    (Field::EndLine, "endPosition.line"),
    (Field::EndColumn, "endPosition.character"),
    (Field::Severity, "ruleSeverity"),
    (Field::Code, "ruleName"),
    (Field::Message, "failure"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS)
    .needing(&["failure", "startPosition"])
    .severity(Severity::Error)
    .columns_from_zero()
    .lines_from_zero()];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "prose",
        r#"ERROR: src/shop.ts:1:9 - " should be '
"#,
        r#"[{"type": "lint", "severity": "error", "file": "src/shop.ts", "line": 1, "column": 9}]"#,
    ),
    Example::new(
        "verbose",
        r#"ERROR: (quotemark) src/shop.ts[1, 9]: " should be '
"#,
        r#"[{"code": "quotemark", "line": 1, "column": 9}]"#,
    ),
    Example::new(
        "stylish",
        r#"
src/shop.ts:1:1
ERROR: 1:1  no-var-keyword  Forbidden 'var' keyword
WARNING: 1:9   quotemark       " should be '
"#,
        r#"[{"code": "no-var-keyword", "severity": "error", "file": "src/shop.ts", "line": 1}, {"code": "quotemark", "severity": "warning", "column": 9}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"endPosition":{"character":3,"line":0,"position":3},"failure":"Forbidden 'var' keyword","name":"a.ts","ruleName":"no-var-keyword","ruleSeverity":"ERROR","startPosition":{"character":0,"line":0,"position":0}}]
"#,
        r#"[{"severity": "error", "code": "no-var-keyword", "line": 1, "column": 1, "end_line": 1, "end_column": 4}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tslint",
    "TSLint, in all its text formats",
    DOCS,
    &[Cow::Borrowed("typescript")],
    &EXAMPLES,
);
