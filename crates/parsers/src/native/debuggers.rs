//! gdb and lldb: where a program stopped.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "rogram received signal ",
            "rogram terminated with signal ",
            " stop reason = "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

gdb: `Program received signal SIGSEGV, Segmentation fault.`, or `Program terminated with signal ...` of a core, and
the first frame with a file below it. lldb: `stop reason = ...`, and the frame below it.

## Versions seen

gdb 13.1; gdb 8 to 15 and lldb 9 to 19 from their documentation.
"#;

static GDB: [Part; 3] = [
    Part::one(r"^(?:Program|Thread .*) (?:received|terminated with) signal (?<code>SIG\w+), {message}\.$"),
    Part::many(r"^(?:#\d+ +)?0x[0-9a-f]+ in .* from \S+$"),
    Part::one(r"^(?:#\d+ +)?(?:0x[0-9a-f]+ in )?.*\(.*\) at (?<file>{drive}[^:\s]+):{line}$"),
];

static LLDB: [Part; 2] = [
    Part::one(r"^\* thread #\d+.* stop reason = {message}$"),
    Part::one(r"^ *\*? *frame #\d+: .* at (?<file>{drive}[^:\s]+):{line}(?::{column})?$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Runtime, &GDB),
    Block::of(ErrorType::Runtime, &LLDB),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "gdb",
        "Program received signal SIGSEGV, Segmentation fault.\n0x0000555555555131 in main () at shop.c:3\n3\t  *p = 1;\n",
        r#"[{"type": "runtime", "severity": "error", "code": "SIGSEGV", "file": "shop.c", "line": 3, "message": "Segmentation fault"}]"#,
    ),
    Example::new(
        "lldb",
        r#"* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
    frame #0: 0x0000000100003f60 shop`main at shop.c:3:5
"#,
        r#"[{"type": "runtime", "file": "shop.c", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "debuggers",
    "gdb and lldb: where a program stopped",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp")],
    &EXAMPLES,
);
