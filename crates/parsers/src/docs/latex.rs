//! LaTeX, TeX and their relatives.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "! ",
            "LaTeX Warning: ",
            "Package ",
            ".tex:",
            "full \\hbox (",
            "full \\vbox ("
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`! message` and the line it is at (`l.3 \foo`), `FILE:3: message` of `-file-line-error`, and warnings with
`on input line 3.`.

## Versions seen

TeX Live 2022.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(r"^(?:LaTeX|pdfTeX|XeTeX|LuaTeX)(?: Font)? Warning: {message} on input line {line}\.$"),
    Pattern::lint(r"^Package (?<code>\w+) Warning: {message} on input line {line}\.$"),
    // A matter of looks.
    Pattern::lint(
        r"^(?<message>(?:Over|Under)full \\[hv]box \(.*\) (?:in paragraph|in alignment|detected))(?: at lines?) {line}(?:--{end_line})?$",
    )
    .severity(Severity::Info),
];

static PARTS_1: [Part; 3] = [
    Part::one(r"^! (?:LaTeX Error: |Package (?<code>\w+) Error: )?(?<message>[A-Z\\].+)$"),
    Part::many("^(?:[^l].*|l[^.].*|)$"),
    Part::one(r"^l\.{line} .*$"),
];

static PARTS_2: [Part; 2] = [
    Part::one(
        r"^(?<file>\S+\.(?:tex|sty|cls|ltx|bbl)):{line}: (?:LaTeX Error: |Package (?<code>\w+) Error: )?(?<message>[^\s=].*)$",
    ),
    Part::maybe(r"^l\.\d+ .*$"),
];

/// A file that is missing.
static MISSING: [Part; 3] = [
    Part::one(r"^! (?:LaTeX|Package \w+) Error: (?<message>File `.+' not found\.)$"),
    Part::many("^(?:[^l].*|l[^.].*|)$"),
    Part::one(r"^l\.{line} .*$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Import, &MISSING),
    Block::of(ErrorType::Build, &PARTS_1),
    Block::of(ErrorType::Build, &PARTS_2),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "an error",
        r#"! Undefined control sequence.
l.3 \foo
       
"#,
        r#"[{"type": "build", "severity": "error", "line": 3, "message": "Undefined control sequence."}]"#,
    ),
    Example::new(
        "-file-line-error",
        r#"./thesis.tex:12: Undefined control sequence.
l.12 \foo
"#,
        r#"[{"type": "build", "severity": "error", "file": "./thesis.tex", "line": 12}]"#,
    ),
    Example::new(
        "a warning",
        "LaTeX Warning: Reference `fig:a' on page 1 undefined on input line 7.\n",
        r#"[{"type": "lint", "severity": "warning", "line": 7, "message": "Reference `fig:a' on page 1 undefined"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "latex",
    "LaTeX, TeX and their relatives",
    DOCS,
    &[Cow::Borrowed("latex")],
    &EXAMPLES,
);
