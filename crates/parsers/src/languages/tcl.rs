//! Tcl.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["    while executing", "    while compiling"]).listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

A message, `while executing`, and further down `(file "a.tcl" line 4)`.

## Versions seen

Tcl 8.6.
"#;

static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Runtime,
    "^    while (?:executing|compiling)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new("^{message}$", &ROWS).continued(
    r#"^(?:    \(file "(?<file>[^"]+)" line (?<line>\d+)\)|    \(.*\)|    invoked from within|".*)$"#,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    r#"can't read "b": no such variable
    while executing
"foo $b"
    (procedure "f" line 2)
    invoked from within
"f 1"
    (file "a.tcl" line 4)
"#,
    r#"[{"type": "runtime", "severity": "error", "file": "a.tcl", "line": 4, "message": "can't read \"b\": no such variable"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("tcl", "Tcl", DOCS, &[Cow::Borrowed("tcl")], &EXAMPLES);
