//! Assemblers whose lines nobody else has: flat assembler, vasm and ACME.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["]:", " in line ", " - File "])
        .confirmed_by(may_begin)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

/// Whether `]:` ends its line.
fn may_begin(output: &[u8], end: usize) -> bool {
    !output[..end].ends_with(b"]:") || matches!(output.get(end), None | Some(b'\n' | b'\r'))
}

const DOCS: &str = r#"
## What it understands

- flat assembler: `FILE [12]:`, the source, `error: message`;
- vasm: `error 2 in line 12 of "FILE": message`, the number is the code;
- ACME: `Error - File FILE, line 12 (Zone <untitled>): message`.

## Versions seen

fasm 1.73; vasm 1.8 and ACME 0.97 from their sources.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r#"^(?<severity>error|warning|message|fatal error) (?<code>\d+) in line {line} of "(?<file>[^"]+)": {message}$"#,
    ),
    Pattern::compiler(
        r"^(?<severity>Error|Warning|Serious error) - File (?<file>[^,]+), line {line} \(Zone [^)]*\): {message}$",
    )
    .words(&[("Serious error", Severity::Fatal)]),
];

static FASM: [Part; 4] = [
    Part::one(r"^(?<file>\S+) \[{line}\]:$"),
    Part::one(r"^.*$"),
    Part::maybe(r"^processed: .*$"),
    Part::one(r"^error: {message}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&FASM)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "flat assembler",
        "flat assembler  version 1.73.30  (16384 kilobytes memory)\nshop.asm [12]:\n\tmov eax, total\nprocessed: mov eax,total\nerror: undefined symbol 'total'.\n",
        r#"[{"severity": "error", "file": "shop.asm", "line": 12, "message": "undefined symbol 'total'."}]"#,
    ),
    Example::new(
        "vasm",
        "error 2 in line 12 of \"shop.s\": unknown mnemonic <foo>\n>\tfoo d0\n",
        r#"[{"severity": "error", "code": "2", "file": "shop.s", "line": 12, "message": "unknown mnemonic <foo>"}]"#,
    ),
    Example::new(
        "ACME",
        "Error - File shop.a, line 12 (Zone <untitled>): Value not defined (total).\n",
        r#"[{"severity": "error", "file": "shop.a", "line": 12, "message": "Value not defined (total)."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "assemblers",
    "flat assembler, vasm and ACME",
    DOCS,
    &[Cow::Borrowed("assembly")],
    &EXAMPLES,
);
