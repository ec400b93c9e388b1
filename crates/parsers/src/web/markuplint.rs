//! Markuplint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["<markuplint> "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`<markuplint> error: message (rule) FILE:3:5`, and the format `simple`: a file, and below it
`3:5 ✖ message rule`.

## Versions seen

Markuplint 4; 2 and 3 from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^<markuplint> (?<severity>error|warning|info): {message} \((?<code>[\w/-]+)\) (?<file>\S+?):{line}:{column}$",
)];

static ROWS: [Pattern; 1] =
    [
        Pattern::lint(r"^ +{line}:{column} +(?<severity>✖|⚠️) +{message} +(?<code>[\w/-]+) *$")
            .words(&[("✖", Severity::Error), ("⚠️", Severity::Warning)]),
    ];

static LISTINGS: [Listing; 1] = [Listing::new("^<markuplint> (?<file>\\S.*): ✗$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the format `simple`",
        "<markuplint> /home/dev/project/a.html: ✗
  1:16 ✖  The attribute name is duplicated attr-duplication
",
        r#"[{"severity": "error", "code": "attr-duplication", "file": "/home/dev/project/a.html", "line": 1, "column": 16, "message": "The attribute name is duplicated"}]"#,
    ),
    Example::new(
        "a finding",
        r#"<markuplint> error: The attribute name is duplicated (attr-duplication) /home/dev/project/shop.html:3:5
"#,
        r#"[{"type": "lint", "severity": "error", "code": "attr-duplication", "file": "/home/dev/project/shop.html", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "markuplint",
    "Markuplint",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);
