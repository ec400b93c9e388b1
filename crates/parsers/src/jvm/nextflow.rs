//! Nextflow: workflows that do not compile.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Script compilation ", "Module compilation "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Script compilation error`, and below it `- file : FILE` and `- cause: message @ line 12, column 5.`

## Versions seen

Nextflow 20 to 23, from its source.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?:ERROR ~ )?(?:Script|Module) compilation (?:error|failed)$"),
    Part::one(r"^- file : (?<file>\S.*)$"),
    Part::one(r"^- cause: {message} @ line {line}, column {column}\.$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).broken(&["Unexpected input", "expecting "])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a workflow",
    "ERROR ~ Script compilation error\n- file : /home/dev/project/main.nf\n- cause: Unexpected input: '{' @ line 12, column 9.\n   workflow {\n           ^\n\n1 error\n",
    r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/main.nf", "line": 12, "column": 9, "message": "Unexpected input: '{'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("nextflow", "Nextflow", DOCS, LANGUAGES, &EXAMPLES);
