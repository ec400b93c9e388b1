//! SGML and XML parsers of old: OpenSP's programs, Jade and RXP.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["sgmls:", "jade:", "spam:", "sgmlnorm:", " entity at line "]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

OpenSP: `onsgmls:a.sgml:3:5:E: message`, with the letters E, W, X (a reference that leads nowhere) and I. RXP: a
message, and below it `in unnamed entity at line 3 char 5 of file:///a.xml`.

## Versions seen

OpenSP 1.5, OpenJade 1.3, RXP 1.5, from their documentation.
"#;

static LETTERS: [(&str, Severity); 1] = [("X", Severity::Error)];

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^(?:\S*/)?(?:lt-)?(?:o?n?sgmls|onsgmls|nsgmls|(?:open)?jade|o?spam|o?sgmlnorm):(?<file>{drive}[^:]+):{line}:{column}:(?:(?<severity>[EWXI]): )?{message}$",
)
.words(&LETTERS)];

static ROWS: [Pattern; 1] = [Pattern::syntax(
    r"^ ?in (?:unnamed )?entity.* at line {line} char {column} of (?<file>\S+)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new("^(?<severity>Error|Warning): {message}$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "OpenSP",
        "onsgmls:docs/shop.sgml:12:7:E: document type does not allow element \"P\" here\n",
        r#"[{"type": "syntax", "severity": "error", "file": "docs/shop.sgml", "line": 12, "column": 7,
             "message": "document type does not allow element \"P\" here"}]"#,
    ),
    Example::new(
        "RXP",
        "Error: Mismatched end tag: expected </b>, got </a>\nin unnamed entity at line 3 char 8 of file:///home/dev/project/shop.xml\n",
        r#"[{"type": "syntax", "severity": "error", "line": 3, "column": 8, "message": "Mismatched end tag: expected </b>, got </a>"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sgml",
    "OpenSP, Jade and RXP",
    DOCS,
    &[Cow::Borrowed("sgml"), Cow::Borrowed("xml")],
    &EXAMPLES,
);
