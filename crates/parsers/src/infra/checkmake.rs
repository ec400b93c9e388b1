//! checkmake.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "minphony",
            "phonydeclared",
            "maxbodylength",
            "timestampexpanded",
            "uniquetargets"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

The format `{{.FileName}}:{{.LineNumber}}:{{.Rule}}:{{.Violation}}` that editors use, and its table.

## Versions seen

checkmake 0.2, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    "^(?:(?<file>{drive}[^:]+):)?{line}:(?<code>minphony|phonydeclared|maxbodylength|timestampexpanded|uniquetargets):{message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a line",
    r#"Makefile:1:minphony:Missing required phony target "all"
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "minphony", "file": "Makefile", "line": 1}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "checkmake",
    "checkmake",
    DOCS,
    &[Cow::Borrowed("make")],
    &EXAMPLES,
);
