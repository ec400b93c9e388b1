//! Lean 4.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".lean:"]).priority(1).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FILE:3:5: error: message`, with lines below it that are indented, and what Lake puts before it. Columns are counted
from 0.

## Versions seen

Lean 4, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?:(?:error|warning|info): )?(?<file>{drive}[^:]+\.lean):{line}:{column}: (?:(?<severity>error|warning|information|info)(?:\((?<code>[\w.]+)\))?: )?{message}$",
    ),
    Part::many(r"^(?:  |⊢)\S.*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS).columns_from_zero()];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an error",
        r#"Shop.lean:3:5: error: unknown identifier 'totl'
"#,
        r#"[{"type": "type", "severity": "error", "file": "Shop.lean", "line": 3, "column": 6, "message": "unknown identifier 'totl'"}]"#,
    ),
    Example::new(
        "a warning",
        r#"warning: ./Shop/Total.lean:5:0: warning: declaration uses 'sorry'
"#,
        r#"[{"severity": "warning", "line": 5, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("lean", "Lean", DOCS, &[Cow::Borrowed("lean")], &EXAMPLES);
