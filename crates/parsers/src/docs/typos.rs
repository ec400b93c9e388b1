//! typos.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["` should be `", "` -> `", "\"typo\""])
        .priority(8)
        .lines(&LINES)
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`error: `teh` should be `the``, and the place below it (of a file's name, the name); the format `brief`; and `json`, an object a line, whose offsets are taken for columns: they count
bytes from 0.

## Versions seen

typos 1.52, and earlier ones from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        "^{file}:{line}:{column}: (?<severity>error|warning): (?<message>`.+` should be `(?<advice>.+)`)$",
    ),
    Pattern::lint("^{file}:{line}:{column}: (?<message>`.+` -> `(?<advice>.+)`)$"),
];

/// The name of a file, which the format `brief` does not tell.
static NAME: [Part; 1] = [Part::one(
    "^(?<severity>error|warning): (?<message>`.+` should be `(?<advice>.+)`)$",
)];

static PARTS: [Part; 6] = [
    Part::one("^(?<severity>error|warning): (?<message>`.+` should be `(?<advice>.+)`)$"),
    Part::one("^ *(?:-->|╭▸)(?: {file}:{line}:{column})? *$"),
    // A file's own name.
    Part::maybe(r"^ *\d+ *[|│] /?(?<file>\S.*)$"),
    Part::many(r"^ *\d+ *[|│].*$|^ *[|│] *$"),
    Part::Marks,
    Part::many(r"^ *\d* *[|│╰].*$"),
];

static BLOCKS: [Block; 2] = [Block::lint(&PARTS), Block::lint(&NAME)];

static FIELDS: [(Field, &str); 4] = [
    (Field::File, "path"),
    (Field::Line, "line_num"),
    (Field::Column, "byte_offset"),
    (Field::Advice, "corrections.0"),
];

static RECORDS: [Records; 1] = [Records::lint("", &FIELDS)
    .needing(&["type=typo", "corrections"])
    .severity(Severity::Error)
    .worded("`{typo}` should be `{corrections.0}`")
    .columns_from_zero()];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a word",
        "error: `teh` should be `the`
  --> ./README.md:3:5
  |
3 | see teh end
  |     ^^^
  |
",
        r#"[{"type": "lint", "severity": "error", "file": "./README.md", "line": 3, "column": 5, "end_column": 8, "message": "`teh` should be `the`"}]"#,
    ),
    Example::new(
        "JSON",
        "{\"type\":\"typo\",\"path\":\"./README.md\",\"line_num\":3,\"byte_offset\":4,\"typo\":\"teh\",\"corrections\":[\"the\"]}\n",
        r#"[{"type": "lint", "severity": "error", "file": "./README.md", "line": 3, "column": 5, "message": "`teh` should be `the`", "advice": "the"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("typos", "typos", DOCS, &[], &EXAMPLES);
