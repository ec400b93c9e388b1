//! JSHint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": line ", "  line "])
        .priority(6)
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`FILE: line 2, col 10, Missing semicolon. (W033)`, with or without the code, whose letter is the severity,
and the rows of jshint-stylish. The reporter `unix` is the GNU shape.

## Versions seen

JSHint 2.13.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^{file}: line {line}, col {column}, {message} \((?<code>(?<severity>[EWI])\d{3})\)$"),
    Pattern::lint(
        r"^(?<file>{drive}[^:]+\.(?:[cm]?jsx?|html?)): line {line}, col {column}, (?<message>[^\s-]+(?: [^-\s]\S*)*)$",
    ),
];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^ +line {line} +col {column} +{message}(?:  +\((?<code>(?<severity>[EWI])\d{3})\))?$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.(?:[cm]?jsx?|html?))$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "with codes",
        "shop.js: line 2, col 10, Missing semicolon. (W033)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "W033", "file": "shop.js", "line": 2, "column": 10, "message": "Missing semicolon."}]"#,
    ),
    Example::new(
        "without",
        "shop.js: line 2, col 10, Missing semicolon.\n",
        r#"[{"type": "lint", "severity": "warning", "line": 2}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "jshint",
    "JSHint",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
