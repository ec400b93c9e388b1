//! GHDL.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".vhd:", ".vhdl:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`a.vhd:3:6:warning: message` (an error where it says nothing), the line and the mark below it.

## Versions seen

GHDL 2.0.
"#;

static PARTS: [Part; 4] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.vhdl?):{line}:{column}:(?:(?<severity>error|warning|note):)? {message}$",
    ),
    Part::Source,
    Part::Marks,
    Part::maybe(r"^{drive}[^:\s]+:\d+:\d+: (?<message>\(found: .*\))$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).broken(&[
    "':'",
    "';'",
    "'('",
    "missing",
    "interface declaration expected",
    "unexpected token",
])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "a.vhd:3:6: ':' expected after interface identifier
end a;
     ^
a.vhd:3:6: (found: ';')
",
    r#"[{"type": "syntax", "severity": "error", "file": "a.vhd", "line": 3, "column": 6, "message": "':' expected after interface identifier\n(found: ';')"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("ghdl", "GHDL", DOCS, &[Cow::Borrowed("vhdl")], &EXAMPLES);
