//! cargo-audit.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Crate:     ", "\"advisory\""])
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

A block of `Crate:`, `Title:` and `ID:` for each advisory, and JSON.

## Versions seen

cargo-audit 0.17 to 0.21, from its documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one(r"^Crate: +\S+$"),
    Part::many(r"^(?:Version|Warning): +\S+$"),
    Part::one("^Title: +{message}$"),
    Part::many("^Date: +.*$"),
    Part::one(r"^ID: +(?<code>\S+)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Lint, &PARTS)];

static FIELDS: [(Field, &str); 3] = [
    (Field::Code, "advisory.id"),
    (Field::Message, "advisory.title"),
    (Field::Advice, "advisory.url"),
];

static RECORDS: [Records; 1] = [Records::lint("vulnerabilities.list.*", &FIELDS)
    .needing(&["advisory.id", "package"])
    .severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an advisory",
    r#"Crate:     time
Version:   0.1.43
Title:     Potential segfault in the time crate
Date:      2020-11-18
ID:        RUSTSEC-2020-0071
URL:       https://rustsec.org/advisories/RUSTSEC-2020-0071
Solution:  Upgrade to >=0.2.23
"#,
    r#"[{"type": "lint", "severity": "error", "code": "RUSTSEC-2020-0071", "message": "Potential segfault in the time crate"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "cargo-audit",
    "cargo-audit",
    DOCS,
    &[Cow::Borrowed("rust")],
    &EXAMPLES,
);
