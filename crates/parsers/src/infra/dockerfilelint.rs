//! dockerfilelint, and dockerfile_lint in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\"lineContent\"",
            "File:   ",
            "Line ",
            "  Possible Bug  ",
            "  Clarity       ",
            "  Optimization  ",
            "  Deprecation   "
        ]
    )
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

- dockerfilelint: `File:   Dockerfile`, below it `Line 3: RUN x`, and below that a table with number, category,
  title and description, whose first line is the message;
- dockerfile_lint, the format `json`: errors, warnings and remarks, each in a list of its own.

## Versions seen

dockerfilelint 1.8; dockerfile_lint 0.3, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^ {0,4}\d+  (?:Possible Bug|Clarity     |Optimization|Deprecation )  .{20}  {message}$",
)];

static NO_ROWS: [Pattern; 0] = [];

static LISTINGS: [Listing; 2] = [
    Listing::new(r"^File: {3}{file}$", &NO_ROWS).remembered(),
    // The file stands above the first of them.
    Listing::new(r"^Line {line}: .*$", &ROWS).remembered_below(r"^File: {3}{file}$"),
];

static FIELDS: [(Field, &str); 3] = [
    (Field::Line, "line"),
    (Field::Severity, "level"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*.data.*", &FIELDS).needing(&["lineContent", "level"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a table",
        "
File:   Dockerfile
Issues: 1

Line 2: MAINTAINER me
Issue  Category      Title                 Description
    2  Possible Bug  Missing Arguments     This command requires additional arguments.

",
        r#"[{"type": "lint", "severity": "warning", "file": "Dockerfile", "line": 2, "message": "This command requires additional arguments."}]"#,
    ),
    Example::new(
        "a missing label",
        r#"{"error":{"count":1,"data":[{"message":"Required LABEL name/key 'Name' is not defined","line":-1,"level":"error","lineContent":""}]},"warn":{"count":1,"data":[{"message":"No 'USER' instruction","line":3,"level":"warn","lineContent":"RUN a"}]},"info":{"count":0,"data":[]}}
"#,
        r#"[{"type": "lint", "severity": "error"}, {"severity": "warning", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dockerfilelint",
    "dockerfilelint and dockerfile_lint",
    DOCS,
    &[Cow::Borrowed("dockerfile")],
    &EXAMPLES,
);
