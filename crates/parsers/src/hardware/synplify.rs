//! Synplify, as Lattice Diamond and Libero run it.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["@E: ", "@W: ", "@N: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`@E: CS187 :"FILE":3:5:3:9|message`; `@W` is a warning and `@N` a note.

## Versions seen

Synplify Pro 2016 to 2022, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r#"^@(?<severity>[EWN]): ?(?<code>[A-Z]+\d+)? *:?"(?<file>[^"]+)":{line}:{column}:{end_line}:{last_column}\|{message}$"#,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    r#"@E: CS187 :"rtl/shop.v":3:5:3:9|Expecting ;
"#,
    r#"[{"severity": "error", "code": "CS187", "file": "rtl/shop.v", "line": 3, "column": 5, "end_column": 10, "message": "Expecting ;"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "synplify",
    "Synplify, as Lattice Diamond and Libero run it",
    DOCS,
    &[Cow::Borrowed("verilog"), Cow::Borrowed("vhdl")],
    &EXAMPLES,
);
