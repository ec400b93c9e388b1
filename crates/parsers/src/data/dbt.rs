//! dbt: models that do not compile or run.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Compilation Error in ",
            "Database Error in ",
            "Runtime Error in ",
            "Parsing Error in "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Compilation Error in model shop (models/shop.sql)`, also `Database`, `Runtime` and `Parsing Error`, perhaps after the time;
below it the message, indented, and the line where it is known: `    line 12`, `  LINE 12: ...`.

## Versions seen

dbt 1.0 to 1.7, from its source.
"#;

static PARTS: [Part; 4] = [
    Part::one(
        r"^(?:\d\d:\d\d:\d\d +)?(?:Compilation|Database|Runtime|Parsing) Error in \w+ \S+ \((?<file>[^()]+)\)$",
    ),
    Part::many(r"^(?:\d\d:\d\d:\d\d +)?  (?<message>(?:[^\sLc]|L[^I]|c[^o]).*)$"),
    Part::maybe(r"^(?:\d\d:\d\d:\d\d +)?  +(?:line|LINE) {line}(?::.*)?$"),
    Part::many(r"^(?:\d\d:\d\d:\d\d +)?  .*$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)
    .saying("the model failed")
    .broken(&["syntax error", "unexpected"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a model",
    "Database Error in model shop (models/shop.sql)\n  syntax error at or near \"form\"\n  LINE 12: form totals\n           ^\n  compiled Code at target/run/shop/models/shop.sql\n",
    r#"[{"type": "syntax", "severity": "error", "file": "models/shop.sql", "line": 12, "message": "syntax error at or near \"form\""}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("dbt", "dbt", DOCS, &[Cow::Borrowed("sql")], &EXAMPLES);
