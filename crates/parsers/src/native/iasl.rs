//! iasl, the compiler of ACPI's language.

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
            ") : error ",
            ") : warning ",
            ") : remark ",
            ") : Error ",
            ") : Warning ",
            ") : Remark ",
            ") : Optimize ",
            ".dsl ",
            ".asl ",
            ".aml "
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The source with its file and line, and below it `Error    6126 -     ^ message`; with `-vi`
`FILE(12) : error    4094 - message`.

## Versions seen

ACPICA 20200925.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^{file}\({line}\) : (?<severity>[Ee]rror|[Ww]arning|[Rr]emark|[Oo]ptimize) +(?<code>\d{4}) - {message}$",
)];

static PARTS: [Part; 2] = [
    Part::one(r"^(?<file>\S+\.(?:dsl|asl|aml|i)) +{line}: .*$"),
    Part::one(r"^(?<severity>Error|Warning|Remark) +(?<code>\d{4}) -[ ^]+{message}$"),
];

/// Where the place is far to the right, the message stands before the mark.
static LEFT: [Part; 2] = [
    Part::one(r"^(?<file>\S+\.(?:dsl|asl|aml|i)) +{line}: .*$"),
    Part::one(
        r"^(?<severity>Error|Warning|Remark) +(?<code>\d{4}) - +(?<message>[^\s^].*?) \^ *(?:\(.*\))?$",
    ),
];

static BLOCKS: [Block; 2] = [Block::compiler(&LEFT), Block::compiler(&PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        "dsdt.dsl     12:   Method (_HID)\nWarning  3115 -              ^ Not all control paths return a value (_HID)\n",
        r#"[{"severity": "warning", "code": "3115", "file": "dsdt.dsl", "line": 12, "message": "Not all control paths return a value (_HID)"}]"#,
    ),
    Example::new(
        "-vi",
        "dsdt.dsl(12) : Error    4094 - syntax error, unexpected PARSEOP_NAMESEG\n",
        r#"[{"type": "syntax", "severity": "error", "code": "4094", "file": "dsdt.dsl", "line": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "iasl",
    "iasl, the compiler of ACPI's language",
    DOCS,
    &[Cow::Borrowed("asl")],
    &EXAMPLES,
);
