//! PHP_CodeSniffer.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["FILE: ", ".php:", ",error,\"", ",warning,\"", "\"fixable\":"]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The reports `full` (rows below `FILE: ...`, with or without the sniff in parentheses), `emacs` and `csv`.
`[x]` marks what phpcbf mends. The report `json`; its Checkstyle is read as such.

## Versions seen

PHP_CodeSniffer 3.7.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}:{column}: (?<severity>error|warning) - {message}(?: \((?<code>\w+(?:\.\w+)+)\)\.?)?$",
    ),
    Pattern::lint(
        r#"^"(?<file>[^"]+)",{line},{column},(?<severity>error|warning),"(?<message>(?:[^"]|"")*?)",(?<code>[\w.]+),\d+,[01]$"#,
    ),
];

static ROWS: [Pattern; 1] =
    [
        Pattern::lint(r"^ *{line} \| (?<severity>ERROR|WARNING) +\| (?:\[[ x]\] )?{message}$")
            .trailing_code(),
    ];

static LISTINGS: [Listing; 1] = [Listing::new("^FILE: {file}$", &ROWS)
    .continued(r"^ +\| +\| +{message}$")
    .skipping(r"^(?:-+|FOUND .*)$")];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "@"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Severity, "type"),
    (Field::Code, "source"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] =
    [Records::lint("files.*.messages.*", &FIELDS).needing(&["source", "fixable", "type"])];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "JSON",
        r#"{"totals":{"errors":1,"warnings":0,"fixable":0},"files":{"/home/dev/project/style.php":{"errors":1,"warnings":0,"messages":[{"message":"Missing doc comment for class Shop","source":"PEAR.Commenting.ClassComment.Missing","severity":5,"fixable":false,"type":"ERROR","line":3,"column":2}]}}}
"#,
        r#"[{"severity": "error", "code": "PEAR.Commenting.ClassComment.Missing", "file": "/home/dev/project/style.php", "line": 3, "column": 2}]"#,
    ),
    Example::new(
        "full",
        "FILE: /home/dev/project/style.php
----------------------------------------------------------------------
FOUND 2 ERRORS AFFECTING 2 LINES
----------------------------------------------------------------------
 2 | ERROR   | [x] Opening brace of a class must be on the line after
   |         |     the definition
 3 | WARNING | [ ] Missing doc comment for function Total()
----------------------------------------------------------------------
",
        r#"[{"type": "lint", "severity": "error", "file": "/home/dev/project/style.php", "line": 2, "message": "Opening brace of a class must be on the line after the definition"}, {"severity": "warning", "line": 3}]"#,
    ),
    Example::new(
        "emacs",
        "/home/dev/project/style.php:3:2: error - Line indented incorrectly; expected 4 spaces, found 1\n",
        r#"[{"severity": "error", "line": 3, "column": 2}]"#,
    ),
    Example::new(
        "CSV",
        r#""/home/dev/project/style.php",3,2,error,"Line indented incorrectly; expected 4 spaces, found 1",PEAR.WhiteSpace.ScopeIndent.IncorrectExact,5,1
"#,
        r#"[{"code": "PEAR.WhiteSpace.ScopeIndent.IncorrectExact", "line": 3, "column": 2}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "phpcs",
    "PHP_CodeSniffer",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
