//! twine check.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Checking "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Checking FILE: FAILED`, and below it why: `ERROR` or `WARNING`, words, and what docutils says of the long
description, whose line it tells. It is a line of the text that the file holds, not of the file.

## Versions seen

twine 7.0.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^Checking (?<file>\S.*): (?:FAILED|PASSED with warnings)(?: .*)?$"),
    Part::one(r"^(?<severity>ERROR|WARNING) +{message}$"),
    Part::many(r"^ {9}(?<message>[^\s.].*?) *$"),
    Part::many(r"^ {9}.*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a description that does not render",
    "Checking dist/shop-1.0.tar.gz: FAILED
ERROR    `long_description` has syntax errors in markup and would not be
         rendered on PyPI.
         line 4: Error: Unknown directive type \"nosuch\".

",
    r#"[{"type": "lint", "severity": "error", "file": "dist/shop-1.0.tar.gz",
         "message": "`long_description` has syntax errors in markup and would not be\nrendered on PyPI.\nline 4: Error: Unknown directive type \"nosuch\"."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "twine",
    "twine check",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);
