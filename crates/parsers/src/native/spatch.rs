//! Coccinelle.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[": parse error:", ": lexical error:", ", charpos = "]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`meta: parse error:` of a semantic patch (also `minus:` and `plus:`), with `File "a.cocci", line 3, column 16`
below it, which counts columns from 0, and the text around which it happened. Scripts print what they find as
`FILE:3:5-9: ERROR: message`, which the generic parser reads.

## Versions seen

Coccinelle 1.1.1.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?:meta|minus|plus): (?<message>(?:parse|lexical) error):? *$"),
    Part::one(r#"^ +File "(?<file>[^"]+)", line {line}, column {column}, +charpos = \d+$"#),
    Part::maybe(r"^ +(?<message>around = .+?),?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS).columns_from_zero()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a semicolon too few",
    "meta: parse error: \n  File \"bad.cocci\", line 1, column 16, charpos = 16\n  around = '@@',\n  whole content = @@ expression e @@\n",
    r#"[{"type": "syntax", "severity": "error", "file": "bad.cocci", "line": 1, "column": 17,
         "message": "parse error\naround = '@@'"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("spatch", "Coccinelle", DOCS, &[Cow::Borrowed("c")], &EXAMPLES);
