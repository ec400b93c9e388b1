//! Raptor's rapper: RDF that does not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" - URI file:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`rapper: Error - URI file:///FILE:3 - message`, perhaps with a column.

## Versions seen

rapper 2.0.15, from its source.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^rapper: (?<severity>Error|Warning|Fatal [Ee]rror|Fatal) - URI file:(?://)?(?<file>{drive}[^:]+):{line}(?:(?::| column ){column})? - {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "rapper: Parsing URI file:///home/dev/project/shop.ttl with parser guess\nrapper: Error - URI file:///home/dev/project/shop.ttl:3 - syntax error at 'total'\n",
    r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.ttl", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rapper",
    "Raptor's rapper",
    DOCS,
    &[Cow::Borrowed("turtle")],
    &EXAMPLES,
);
