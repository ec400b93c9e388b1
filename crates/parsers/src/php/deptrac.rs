//! Deptrac: dependencies that the layers forbid.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" must not depend on "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

Rows of its table: `Violation  Shop must not depend on Db (Infrastructure)`, and the place below.

## Versions seen

Deptrac 1 and 2, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^ +(?<code>Violation|Uncovered|Warning|Error) +(?<message>\S+ must not depend on .*\S) *$"),
    Part::one(r"^ +(?<file>{drive}\S+\.php):{line} *$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a violation",
    r#"  Violation  App\Shop must not depend on App\Db (Infrastructure)
             src/Shop.php:12
"#,
    r#"[{"type": "lint", "severity": "error", "code": "Violation", "file": "src/Shop.php", "line": 12}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "deptrac",
    "Deptrac: dependencies that the layers forbid",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
