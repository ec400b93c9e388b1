//! pre-commit.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["- hook id: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`- files were modified by this hook`, below the hook's id: the check fails, and running it again may pass.
What a hook prints itself is read as its tool's.

## Versions seen

pre-commit 4.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^- hook id: {code}$"),
    Part::maybe(r"^- duration: .*$"),
    Part::maybe(r"^- exit code: \d+$"),
    Part::one("^- (?<message>files were modified by this hook)$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a formatter",
    "black....................................................................Failed
- hook id: black
- exit code: 123
- files were modified by this hook
",
    r#"[{"type": "lint", "severity": "error", "code": "black", "message": "files were modified by this hook"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("pre-commit", "pre-commit", DOCS, &[], &EXAMPLES);
