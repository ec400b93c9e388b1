//! Reek.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" -- "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Smells below `FILE -- N warnings:`, with the lines they are seen at, and one to a line (`-s`). The first
line is the place. Its JSON is read by the names of its fields.

## Versions seen

Reek 4 to 6, from its documentation.
"#;

static ROWS: [Pattern; 2] = [
    Pattern::lint(r"^\s+(?:\[{line}(?:, \d+)*\]:)?(?<code>[A-Z]\w+): {message}(?: \[https?://\S+\])?$"),
    Pattern::lint(r"^\s+{file}:{line}: (?<code>[A-Z]\w+): {message}(?: \[https?://\S+\])?$"),
];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*) -- \d+ warnings?:?$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new("two smells", "app/shop.rb -- 2 warnings:
  [4, 9]:DuplicateMethodCall: Shop#total calls 'item.price' 2 times [https://github.com/troessner/reek/blob/v6.1.4/docs/Duplicate-Method-Call.md]
  [1]:IrresponsibleModule: Shop has no descriptive comment [https://github.com/troessner/reek/blob/v6.1.4/docs/Irresponsible-Module.md]
", r#"[{"type": "lint", "severity": "warning", "code": "DuplicateMethodCall", "file": "app/shop.rb", "line": 4}, {"line": 1, "code": "IrresponsibleModule"}]"#)];

static DESCRIPTOR: Descriptor = format::descriptor("reek", "Reek", DOCS, &[Cow::Borrowed("ruby")], &EXAMPLES);
