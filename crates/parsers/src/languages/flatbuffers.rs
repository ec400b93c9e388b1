//! The compiler of FlatBuffers.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".fbs:", ".fbs("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`  FILE:12: 5: error: message` below `error:`, in older versions on the same line, and on Windows `FILE(12, 5): error: message`.

## Versions seen

flatc 2.0; 23 from its source.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^\s*(?:error:\s*)?(?<file>{drive}[^:()\s][^:()]*\.fbs)[:(]{line}[:,] {column}\)?: (?<severity>error|warning): {message}$",
)
.broken(&["expecting", "illegal character"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "error: shop.fbs:12: 5: error: expecting: ; instead got: total\n",
    r#"[{"type": "syntax", "severity": "error", "file": "shop.fbs", "line": 12, "column": 5, "message": "expecting: ; instead got: total"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "flatbuffers",
    "the compiler of FlatBuffers",
    DOCS,
    &[Cow::Borrowed("flatbuffers")],
    &EXAMPLES,
);
