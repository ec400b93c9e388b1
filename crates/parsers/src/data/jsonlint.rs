//! jsonlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["File: ", "arse error on line", ": line "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Parse error on line 3:` with the text, a mark and what was expected; the compact format
(`FILE: line 3, col 5, message`); and of the newer one the file in the line above.

## Versions seen

jsonlint 1.6, @prantlf/jsonlint 16.1.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^(?<file>{drive}[^:]+\.json\w*): line {line}, col {column}, {message}$",
)];

static PARTS_1: [Part; 5] = [
    Part::one("^File: (?<file>.+)$"),
    Part::one("^Parse error on line {line}, column {column}:$"),
    Part::one("^.*$"),
    Part::one(r"^-*\^$"),
    Part::one("^{message}$"),
];

static PARTS_2: [Part; 5] = [
    Part::one("^(?:(?:Syntax)?Error: )?Parse error on line {line}(?:, column {column})?:$"),
    Part::one("^.*$"),
    Part::one(r"^-*\^$"),
    Part::one("^{message}$"),
    Part::many("^    at .*$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Syntax, &PARTS_1),
    Block::of(ErrorType::Syntax, &PARTS_2),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "with the file",
        r#"File: bad.json
Parse error on line 1, column 10:
[{"a": 1,}
---------^
Expected double-quoted property name
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "bad.json", "line": 1, "column": 10, "message": "Expected double-quoted property name"}]"#,
    ),
    Example::new(
        "compact",
        "bad.json: line 2, col 8, found: 'INVALID' - expected: 'STRING'.\n",
        r#"[{"type": "syntax", "severity": "error", "file": "bad.json", "line": 2, "column": 8}]"#,
    ),
    Example::new(
        "without",
        r#"Error: Parse error on line 3:
...  "b": 2,}
-----------^
Expecting 'STRING', got '}'
    at Object.parseError (jsonlint.js:55:11)
"#,
        r#"[{"type": "syntax", "line": 3, "message": "Expecting 'STRING', got '}'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("jsonlint", "jsonlint", DOCS, &[Cow::Borrowed("json")], &EXAMPLES);
