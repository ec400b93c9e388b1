//! Terrascan.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\tDescription    :\t"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The violations of its default output: `Description`, `File`, `Line` and `Severity`.

## Versions seen

Terrascan 1.18, from its documentation.
"#;

static PARTS: [Part; 6] = [
    Part::one(r"^\s*Description +:\s*{message}$"),
    Part::one(r"^\s*File +:\s*(?<file>\S.*)$"),
    Part::many(r"^\s*(?:Module Name|Plan Root|Resource \w+) +:.*$"),
    Part::one(r"^\s*Line +:\s*{line}$"),
    Part::one(r"^\s*Severity +:\s*{severity}$"),
    Part::maybe(r"^\s*Rule ID +:\s*(?<code>\S+)$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a violation",
    "Violation Details -\n\n\tDescription    :\tEnsure that totals are encrypted\n\tFile           :\tmain.tf\n\tModule Name    :\troot\n\tPlan Root      :\t./\n\tLine           :\t12\n\tSeverity       :\tHIGH\n",
    r#"[{"type": "lint", "severity": "error", "file": "main.tf", "line": 12, "message": "Ensure that totals are encrypted"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "terrascan",
    "Terrascan",
    DOCS,
    &[Cow::Borrowed("terraform")],
    &EXAMPLES,
);
