//! Asciidoctor.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["asciidoctor: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`asciidoctor: WARNING: FILE: line 3: message`, some of it without a place; `FAILED` is a document that could not be
read.

## Versions seen

Asciidoctor 2.0.18; 1.5 to 2.0 from its documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(
        "^asciidoctor: (?<severity>WARNING|ERROR|INFO|FAILED|DEBUG): {file}: line {line}: {message}$",
    ),
    Pattern::lint("^asciidoctor: (?<severity>WARNING|ERROR|INFO): {message}$"),
    Pattern::of(ErrorType::Build, "^asciidoctor: (?<severity>FAILED): {message}$"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "asciidoctor: WARNING: index.adoc: line 3: section title out of sequence: expected level 1, got level 2\n",
    r#"[{"type": "lint", "severity": "warning", "file": "index.adoc", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "asciidoctor",
    "Asciidoctor",
    DOCS,
    &[Cow::Borrowed("asciidoc")],
    &EXAMPLES,
);
