//! typos.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["` should be `", "` -> `"])
        .priority(8)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`error: `teh` should be `the``, and the place below it (of a file's name, the name); the format `brief`.

## Versions seen

typos 1.52, and earlier ones from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        "^{file}:{line}:{column}: (?<severity>error|warning): (?<message>`.+` should be `(?<advice>.+)`)$",
    ),
    Pattern::lint("^{file}:{line}:{column}: (?<message>`.+` -> `(?<advice>.+)`)$"),
];

static PARTS: [Part; 6] = [
    Part::one("^(?<severity>error|warning): (?<message>`.+` should be `(?<advice>.+)`)$"),
    Part::one("^ *(?:-->|╭▸)(?: {file}:{line}:{column})? *$"),
    // A file's own name.
    Part::maybe(r"^ *\d+ *[|│] /?(?<file>\S.*)$"),
    Part::many(r"^ *\d+ *[|│].*$|^ *[|│] *$"),
    Part::Marks,
    Part::many(r"^ *\d* *[|│╰].*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a word",
    "error: `teh` should be `the`
  --> ./README.md:3:5
  |
3 | see teh end
  |     ^^^
  |
",
    r#"[{"type": "lint", "severity": "error", "file": "./README.md", "line": 3, "column": 5, "end_column": 8, "message": "`teh` should be `the`"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("typos", "typos", DOCS, &[], &EXAMPLES);
