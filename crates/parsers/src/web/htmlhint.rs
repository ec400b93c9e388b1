//! HTMLHint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "[error/",
            "[warning/",
            "[info/",
            ": line ",
            "\"evidence\"",
            "      L"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `unix` (`FILE:4:10: message [error/rule]`), `compact` and `json`, and the default one: the source
with its line (`L4 |`) and below it a mark and `message (rule)`. That one may leave out the beginning of a line, so
that its marks tell no column.

## Versions seen

HTMLHint 1.9.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<file>.+\.\w+):{line}:{column}: {message} \[(?<severity>error|warning|info)/(?<code>[a-z0-9-]+)\]$",
    ),
    Pattern::lint(
        r"^(?<file>{drive}[^:]+\.\w+): line {line}, col {column}, (?<severity>error|warning|info) - {message} \((?<code>[a-z0-9-]+)\)$",
    ),
];

/// The line, in a list below the file; what is wrong there comes next.
static ROWS: [Pattern; 1] = [Pattern::lint(r"^ +L{line} \|.*$").severity(Severity::Error)];

static LISTINGS: [Listing; 1] = [
    Listing::new(r"^ {3}(?<file>\S.*)$", &ROWS).continued(r"^ +\^ {message} \((?<code>[a-z][a-z0-9-]*)\)$")
];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "col"),
    (Field::Severity, "type"),
    (Field::Code, "rule.id"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*.messages.*", &FIELDS).needing(&["evidence", "rule.id"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "the default",
        "   /home/dev/project/shop.html\n      L2 |<DIV id=a>\n          ^ The html element name of [ DIV ] must be in lowercase. (tagname-lowercase)\n",
        r#"[{"type": "lint", "severity": "error", "code": "tagname-lowercase", "file": "/home/dev/project/shop.html", "line": 2}]"#,
    ),
    Example::new(
        "unix",
        "/home/dev/project/a.html:5:1: The html element name of [ DIV ] must be in lowercase. [error/tagname-lowercase]\n",
        r#"[{"type": "lint", "severity": "error", "code": "tagname-lowercase", "line": 5, "column": 1}]"#,
    ),
    Example::new(
        "compact",
        "/home/dev/project/a.html: line 5, col 1, error - The html element name of [ DIV ] must be in lowercase. (tagname-lowercase)\n",
        r#"[{"severity": "error", "code": "tagname-lowercase", "line": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("htmlhint", "HTMLHint", DOCS, &[Cow::Borrowed("html")], &EXAMPLES);
