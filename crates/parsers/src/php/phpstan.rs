//! PHPStan, in its table, raw and JSON formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["  Line   ", ".php:", "\"file_errors\""])
        .lines(&LINES)
        .listings(&LISTINGS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `table` (rows below `Line   FILE`, the identifier after `🪪`, a tip after `💡`), `raw`
(`FILE:12:message`) and `json`.

## Versions seen

PHPStan 0.12 to 2.1, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    r"^(?<file>(?:[A-Za-z]:)?[^:]+\.php):{line}:(?<message>[A-Z].+?)(?: \[identifier=(?<code>[\w.]+)\])?$",
)];

static ROWS: [Pattern; 1] =
    [Pattern::of(ErrorType::Type, "^  :?{line} +{message} *$").broken(&["Syntax error"])];

static LISTINGS: [Listing; 1] =
    [
        Listing::new(r"^  Line   (?<file>\S.*?)(?: \(in context of .*\))? *$", &ROWS)
            .continued(r"^ {9,}(?:🪪 +(?<code>\S+)|💡 +(?<advice>.+?)|{message}) *$")
            .skipping(r"^ -+ -+ *$"),
    ];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "@"),
    (Field::Line, "line"),
    (Field::Code, "identifier"),
    (Field::Message, "message"),
    (Field::Advice, "tip"),
];

static RECORDS: [Records; 1] = [Records::of(ErrorType::Type, "files.*.messages.*", &FIELDS)
    .needing(&["message", "line"])
    .broken(&["Syntax error", "phpstan.parse"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "table",
        " ------ ---------------------------------------------
  Line   src/Shop.php
 ------ ---------------------------------------------
  12     Undefined variable: $totl
         🪪  variable.undefined
  15     Method Shop::total() has no return type
         specified.
 ------ ---------------------------------------------
",
        r#"[{"type": "type", "severity": "error", "code": "variable.undefined", "file": "src/Shop.php", "line": 12, "message": "Undefined variable: $totl"}, {"line": 15, "message": "Method Shop::total() has no return type specified."}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"totals":{"errors":0,"file_errors":1},"files":{"/home/dev/project/src/Shop.php":{"errors":1,"messages":[{"message":"Undefined variable: $totl","line":12,"ignorable":true,"identifier":"variable.undefined"}]}},"errors":[]}
"#,
        r#"[{"type": "type", "code": "variable.undefined", "file": "/home/dev/project/src/Shop.php", "line": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "phpstan",
    "PHPStan, in its table, raw and JSON formats",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
