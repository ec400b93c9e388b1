//! Rspack.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ERROR in ", "WARNING in "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`ERROR in FILE 1:1-24`, as webpack has it but with columns from 1, and below it `× message`. Where the place is
missing it is that of the frame around the source, which counts columns from 0.

## Versions seen

Rspack 2.0.
"#;

static PLACED: [Part; 2] = [
    Part::one(
        r"^(?<severity>ERROR|WARNING) in (?<file>\S+) {line}:{column}-(?:(?<end_line>\d+):)?{end_column}$",
    ),
    Part::one(r"^  [×⚠] {message}$"),
];

static FRAMED: [Part; 4] = [
    Part::one(r"^(?<severity>ERROR|WARNING) in (?<file>\S+)$"),
    Part::one(r"^  [×⚠] {message}$"),
    Part::many(r"^ *(?:├─▶|╰─▶) +(?:[×⚠] )?{message}$"),
    Part::maybe(r"^ *╭─\[{line}:{column}\]$"),
];

static BLOCKS: [Block; 2] = [
    Block::compiler(&PLACED),
    Block::compiler(&FRAMED)
        .broken(&["Module parse failed"])
        .columns_from_zero(),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a module that is not there",
        "ERROR in ./shop.js 1:1-24\n  × Module not found: Can't resolve './prices' in '/home/dev/project'\n   ╭─[1:0]\n 1 │ import x from \"./prices\";\n   · ───────────────────────\n   ╰────\n",
        r#"[{"type": "import", "severity": "error", "file": "./shop.js", "line": 1, "column": 1, "end_column": 24}]"#,
    ),
    Example::new(
        "a module that does not parse",
        "ERROR in ./shop.js\n  × Module parse failed:\n  ╰─▶   × JavaScript parse error: Expected a semicolon\n         ╭─[3:8]\n       3 │ const b b = 3;\n         ·         ─\n         ╰────\n",
        r#"[{"type": "syntax", "severity": "error", "file": "./shop.js", "line": 3, "column": 9, "message": "Module parse failed:\nJavaScript parse error: Expected a semicolon"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("rspack", "Rspack", DOCS, LANGUAGES, &EXAMPLES);
