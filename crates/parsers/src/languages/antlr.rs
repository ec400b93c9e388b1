//! ANTLR: grammars that it refuses, and what the parsers that it makes say.

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
            "error(",
            "warning(",
            " no viable alternative at ",
            " mismatched input ",
            " extraneous input ",
            " missing ",
            " token recognition error at: "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`error(50): FILE:12:5: message` and `warning(125): FILE:13:5: message` of the tool, whose number is the code; and the
standard messages of the parsers and lexers that it generates, on their standard error: `line 12:5 no viable alternative at
input 'x'`, `mismatched input`, `extraneous input`, `missing`, `token recognition error at`. Columns count from 0.

## Versions seen

ANTLR 3 and 4.13, from its source.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(r"^(?<severity>error|warning)\((?<code>\d{1,3})\): {file}:{line}:{column}: {message}$")
        .columns_from_zero()
        .broken(&["50", "syntax error"]),
    Pattern::syntax(
        r"^line {line}:{column} (?<message>(?:no viable alternative at (?:input|character)|mismatched input|extraneous input|missing .+ at|token recognition error at:).+)$",
    )
    .columns_from_zero(),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a grammar",
        "error(50): Shop.g4:12:5: syntax error: mismatched input ';' expecting COLON\nwarning(125): Shop.g4:13:4: implicit definition of token TOTAL in parser\n",
        r#"[{"type": "syntax", "severity": "error", "code": "50", "file": "Shop.g4", "line": 12, "column": 6},
            {"severity": "warning", "code": "125", "file": "Shop.g4", "line": 13, "column": 5}]"#,
    ),
    Example::new(
        "a text that is not in the language",
        "line 12:5 no viable alternative at input 'total='\n",
        r#"[{"type": "syntax", "severity": "error", "line": 12, "column": 6, "message": "no viable alternative at input 'total='"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "antlr",
    "ANTLR, and the parsers that it generates",
    DOCS,
    &[Cow::Borrowed("antlr")],
    &EXAMPLES,
);
