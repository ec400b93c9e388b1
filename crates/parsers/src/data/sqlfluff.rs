//! SQLFluff.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["== [", "L: ", "\"start_line_no\""])
        .listings(&LISTINGS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

Rows below `== [FILE] FAIL`: `L:   2 | P:   8 | LT01 | message`, wrapped. `PRS` is SQL that does not parse;
and JSON.

## Versions seen

SQLFluff 4.5.
"#;

static ROWS: [Pattern; 1] =
    [
        Pattern::lint(r"^L: *{line} \| P: *{column} \| *(?<code>[A-Z][A-Z0-9]+) \| (?:WARNING: )?{message}$")
            .broken(&["PRS", "LXR", "TMP"]),
    ];

static LISTINGS: [Listing; 1] =
    [Listing::new(r"^== \[(?<file>.+)\] (?:FAIL|PASS|SKIP).*$", &ROWS).continued(r"^ +\| {message}$")];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "filepath"),
    (Field::Line, "start_line_no"),
    (Field::Column, "start_line_pos"),
    (Field::EndLine, "end_line_no"),
    (Field::EndColumn, "end_line_pos"),
    (Field::Code, "code"),
    (Field::Message, "description"),
];

static RECORDS: [Records; 1] = [Records::lint("*.violations.*", &FIELDS)
    .needing(&["start_line_no", "description"])
    .broken(&["PRS", "LXR", "TMP"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    "== [a.sql] FAIL
L:   2 | P:   8 | LT01 | Expected single whitespace between naked identifier and
                       | raw comparison operator '='. [layout.spacing]
L:   3 | P:   1 |  PRS | Line 3, Position 1: Found unparsable section: 'x'
All Finished!
",
    r#"[{"type": "lint", "severity": "warning", "code": "LT01", "file": "a.sql", "line": 2, "column": 8, "message": "Expected single whitespace between naked identifier and raw comparison operator '='. [layout.spacing]"}, {"type": "syntax", "line": 3, "code": "PRS"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("sqlfluff", "SQLFluff", DOCS, &[Cow::Borrowed("sql")], &EXAMPLES);
