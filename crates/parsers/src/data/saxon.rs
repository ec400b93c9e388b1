//! Saxon and BaseX: stylesheets and queries that do not compile or fail, and documents that do not parse.

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
            "rror at ",
            "rror in ",
            "rror on line ",
            "arning at ",
            "arning in ",
            "rror evaluating ",
            "rror near ",
            "Stopped at ",
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Error at xsl:value-of on line 12 column 5 of FILE:` and `Error in expression in xsl:value-of/@select on line 12 column 5 of
FILE:`, also `Static error`, `Type error`, `Fatal error during transformation`, `Warning`; below it `  XPST0003: message`,
going on in indented lines. BaseX: `Stopped at FILE, 3/5:` above `[XPST0003] message`.

## Versions seen

Saxon 9 to 12 and BaseX 9, from their documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(
        r"^(?:\w+ )*?(?<severity>[Ee]rror|[Ww]arning)\b.*? on line {line}(?:,? column {column})? of (?<file>\S+?):$",
    ),
    Part::one(r"^  (?:(?<code>[A-Z]{4}\d{4}):? +)?{message}$"),
    Part::many(r"^  {message}$"),
];

static BASEX: [Part; 2] = [
    Part::one(r"^Stopped at {file}, {line}/{column}:$"),
    Part::one(r"^\[(?<code>[\w:]+)\] {message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::compiler(&PARTS).broken(&["XPST0003", "XQST0003"]),
    Block::compiler(&BASEX).broken(&["XPST0003", "XQST0003"]),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "BaseX",
        "Stopped at /home/dev/project/shop.xq, 3/5:\n[XPST0003] Expecting expression.\n",
        r#"[{"type": "syntax", "severity": "error", "code": "XPST0003", "file": "/home/dev/project/shop.xq", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "an expression",
        "Error in expression in xsl:value-of/@select on line 12 column 5 of shop.xsl:\n  XPST0008  Variable $total has not been declared\n",
        r#"[{"severity": "error", "code": "XPST0008", "file": "shop.xsl", "line": 12, "column": 5, "message": "Variable $total has not been declared"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "saxon",
    "Saxon",
    DOCS,
    &[Cow::Borrowed("xslt"), Cow::Borrowed("xquery")],
    &EXAMPLES,
);
