//! ChkTeX.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "0 in ", "1 in ", "2 in ", "3 in ", "4 in ", "5 in ", "6 in ", "7 in ", "8 in ", "9 in ", ".tex:"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Warning 18 in FILE line 3: message` with the line and a mark below it, and `-v0`
(`FILE:3:7:18:message`). The number is the code.

## Versions seen

ChkTeX 1.7.8.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.tex):{line}:{column}:(?<code>\d+):{message}$",
)];

static PARTS: [Part; 3] = [
    Part::one(r"^(?<severity>Warning|Error|Message) (?<code>\d+) in (?<file>\S.*) line {line}: {message}$"),
    Part::Source,
    Part::Marks,
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the default",
        r#"Warning 18 in a.tex line 3: Use either `` or '' as an alternative to `"'.
Hello "world" \ref {x}. $x  
      ^
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "18", "file": "a.tex", "line": 3, "column": 7}]"#,
    ),
    Example::new(
        "-v0",
        "a.tex:3:19:1:Command terminated with space.\n",
        r#"[{"code": "1", "line": 3, "column": 19}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("chktex", "ChkTeX", DOCS, &[Cow::Borrowed("latex")], &EXAMPLES);
