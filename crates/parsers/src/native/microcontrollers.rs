//! Compilers for microcontrollers, whose lines nobody else has: MPASM, CCS, ImageCraft, CodeVision.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Error[",
            "Warning[",
            "Message[",
            "*** Error ",
            ">>> Warning ",
            "!E ",
            "!W ",
            ".c(",
            ".h("
        ]
    )
    .priority(6)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

- Microchip's MPASM: `Error[113]   C:\SHOP.ASM 12 : message`;
- CCS C: `*** Error 12 "shop.c" Line 12(5,8): message` and `>>> Warning 203 "shop.c" Line 13(1,1): message`;
- ImageCraft: `!E shop.c(12): message`;
- CodeVisionAVR: `Error: C:\shop.c(12), message`.

## Versions seen

MPASM 5, CCS 5, ICCAVR 8 and CodeVisionAVR 3, from their manuals.
"#;

static LINES: [Pattern; 4] = [
    Pattern::compiler(
        r"^(?<severity>Error|Warning|Message)\[(?<code>\d{3})\] +(?<file>{drive}[^:]+\.\w+) {line} : {message}$",
    ),
    Pattern::compiler(
        r#"^(?:\*\*\*|>>>) (?<severity>Error|Warning) (?<code>\d+) "(?<file>[^"]+)" Line {line}\({column},\d+\): {message}$"#,
    ),
    Pattern::compiler(r"^!(?<severity>[EW]) (?<file>{drive}[^:()]+)\({line}\):(?:\[warning\])? ?{message}$"),
    Pattern::compiler(r"^(?<severity>Error|Warning): (?<file>{drive}[^:()]+\.[ch])\({line}\), {message}$"),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "MPASM",
        "Error[113]   C:\\SRC\\SHOP.ASM 12 : Symbol not previously defined (TOTAL)\n",
        r#"[{"severity": "error", "code": "113", "file": "C:\\SRC\\SHOP.ASM", "line": 12, "message": "Symbol not previously defined (TOTAL)"}]"#,
    ),
    Example::new(
        "CCS",
        "*** Error 12 \"shop.c\" Line 12(5,8): Undefined identifier  -- total\n>>> Warning 203 \"shop.c\" Line 13(1,1): Condition always TRUE\n",
        r#"[{"severity": "error", "code": "12", "file": "shop.c", "line": 12, "column": 5}, {"severity": "warning", "code": "203", "line": 13}]"#,
    ),
    Example::new(
        "ImageCraft",
        "!E shop.c(12): undeclared identifier `total'\n!W shop.c(13):[warning] unreferenced auto variable\n",
        r#"[{"severity": "error", "file": "shop.c", "line": 12}, {"severity": "warning", "file": "shop.c", "line": 13}]"#,
    ),
    Example::new(
        "CodeVisionAVR",
        "Error: C:\\src\\shop.c(12), undefined symbol 'total'\n",
        r#"[{"severity": "error", "file": "C:\\src\\shop.c", "line": 12, "message": "undefined symbol 'total'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "microcontrollers",
    "MPASM, CCS, ImageCraft and CodeVisionAVR",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
