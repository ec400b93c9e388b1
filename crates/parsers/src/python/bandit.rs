//! Bandit, in all its text formats and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ">> Issue: [B",
            "[bandit]",
            ": LOW: B",
            ",B1",
            ",B2",
            ",B3",
            ",B4",
            ",B5",
            ",B6",
            ",B7",
            ": MEDIUM: B",
            ": HIGH: B",
            "\"issue_text\""
        ]
    )
    .priority(6)
    .lines(&LINES)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `screen` and `txt` (`>> Issue: [B307:blacklist] message`, with severity and place below),
`custom` (`FILE:3: B307[bandit]: MEDIUM: message`) `csv` and `json`. Bandit counts columns from 0.

## Versions seen

Bandit 1.9.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(
        r#"^(?<file>[^,"]+),\w+,(?<code>B\d{3}),(?<severity>LOW|MEDIUM|HIGH),(?:LOW|MEDIUM|HIGH),(?:https?:[^,]*,)?"?(?<message>[^"]*?|[^",]*)"?,{line},(?:{column},\d*,)?.*$"#,
    )
    .columns_from_zero(),
    Pattern::lint(
        r"^{file}:{line}:(?:{column}:)? (?<code>B\d{3})\[bandit\]: (?<severity>LOW|MEDIUM|HIGH): {message}$",
    )
    .columns_from_zero(),
    Pattern::lint(
        r"^{file}:{line}:(?:{column}:)? (?:(?<severity>LOW|MEDIUM|HIGH): )(?<code>B\d{3}): {message}$",
    )
    .columns_from_zero(),
];

static PARTS: [Part; 4] = [
    Part::one(r"^>> Issue: \[(?<code>B\d{3})(?::\w+)?\] {message}$"),
    Part::one(r"^ +Severity: {severity}   Confidence: \w+$"),
    Part::many("^ +(?:CWE|More Info): .*$"),
    Part::one(r"^ +Location: {file}:{line}(?::(?<column>\d+))?$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).columns_from_zero()];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "filename"),
    (Field::Line, "line_number"),
    (Field::Column, "col_offset"),
    (Field::EndColumn, "end_col_offset"),
    (Field::Severity, "issue_severity"),
    (Field::Code, "test_id"),
    (Field::Message, "issue_text"),
];

static RECORDS: [Records; 1] = [Records::lint("results.*", &FIELDS)
    .needing(&["issue_text"])
    .columns_from_zero()];

static EXAMPLES: [Example; 3] = [Example::new("screen", ">> Issue: [B307:blacklist] Use of possibly insecure function - consider using safer ast.literal_eval.
   Severity: Medium   Confidence: High
   CWE: CWE-78 (https://cwe.mitre.org/data/definitions/78.html)
   More Info: https://bandit.readthedocs.io/en/1.9.4/blacklists/blacklist_calls.html#b307-eval
   Location: ./shop.py:3:8
", r#"[{"type": "lint", "severity": "warning", "code": "B307", "file": "./shop.py", "line": 3, "column": 9, "message": "Use of possibly insecure function - consider using safer ast.literal_eval."}]"#), Example::new("custom", "/home/dev/project/shop.py:5: B607[bandit]: LOW: Starting a process with a partial executable path\n", r#"[{"severity": "info", "code": "B607", "line": 5}]"#), Example::new("JSON", r#"{"errors": [], "results": [{"code": "3 x = eval(\"1\")\n", "col_offset": 8, "end_col_offset": 17, "filename": "./shop.py", "issue_confidence": "HIGH", "issue_severity": "HIGH", "issue_text": "Use of eval.", "line_number": 3, "line_range": [3], "test_id": "B307", "test_name": "blacklist"}]}
"#, r#"[{"severity": "error", "code": "B307", "line": 3, "column": 9, "end_column": 18}]"#)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bandit",
    "Bandit, in all its text formats and JSON",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);
