//! CodeNarc, in text.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Violation: Rule="]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`Violation: Rule=UnusedImport P=3 Line=3 Msg=[message] Src=[source]`, below `File: FILE`. Priority 1 is an error,
3 a remark.

## Versions seen

CodeNarc 0.20 to 3, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^ +Violation: Rule=(?<code>\w+) P=(?<severity>[123]) Line=(?:{line})?(?: Msg=\[(?<message>.*?)\])?(?: Src=\[.*\])?$",
)
.saying("a violation of the rule")
.words(&[("1", Severity::Error), ("2", Severity::Warning), ("3", Severity::Info)])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^ *File: (?<file>\S.*)$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"File: src/Shop.groovy
    Violation: Rule=UnusedImport P=3 Line=3 Msg=[The import is unused] Src=[import shop.Total]
"#,
    r#"[{"type": "lint", "severity": "info", "code": "UnusedImport", "file": "src/Shop.groovy", "line": 3, "message": "The import is unused"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "codenarc",
    "CodeNarc, in text",
    DOCS,
    &[Cow::Borrowed("groovy")],
    &EXAMPLES,
);
