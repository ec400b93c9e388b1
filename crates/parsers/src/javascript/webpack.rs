//! webpack.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["ERROR in ", "WARNING in ", "\"moduleIdentifier\""])
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`ERROR in ./src/a.js 3:5`, below it what went wrong, and where the file is imported; `--json`. webpack counts columns
from 0. What ts-loader says in it (`[tsl] ERROR in FILE(3,5)`) is TypeScript's.

## Versions seen

webpack 4, 5.112.
"#;

static PARTS: [Part; 3] = [
    Part::one(
        r"^(?<severity>ERROR|WARNING) in (?<file>[^\s:]\S*?)(?: {line}:{column}(?:-(?:(?<end_line>\d+):)?(?<end_column>\d+))?)?$",
    ),
    Part::one("^{message}$"),
    Part::many(r"^(?:File was parsed .*|You may need .*|[> ] *\d* *\|.*| @ .*)$"),
];

/// ts-loader says the place once more, and counts columns from 1.
static TS_LOADER: [Part; 4] = [
    Part::one(r"^(?:ERROR|WARNING) in \S.*$"),
    Part::maybe(r"^\.{0,2}/\S+(?: \d+:\d+(?:-\d+)?)?$"),
    Part::one(r"^\[tsl\] (?<severity>ERROR|WARNING) in (?<file>{drive}[^:()]+)\({line},{column}\)$"),
    Part::one(r"^ +(?<code>TS\d+): {message}$"),
];

static TS_LOADER_ALONE: [Part; 2] = [
    Part::one(r"^\[tsl\] (?<severity>ERROR|WARNING) in (?<file>{drive}[^:()]+)\({line},{column}\)$"),
    Part::one(r"^ +(?<code>TS\d+): {message}$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Type, &TS_LOADER),
    Block::of(ErrorType::Type, &TS_LOADER_ALONE),
    Block::compiler(&PARTS)
        .columns_from_zero()
        .broken(&["Module parse failed", "SyntaxError"]),
];

static FIELDS: [(Field, &str); 3] = [
    (Field::File, "moduleName"),
    (Field::Place, "loc"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 2] = [found("errors.*"), found("warnings.*").severity(Severity::Warning)];

const fn found(each: &'static str) -> Records {
    Records::guessed(each, &FIELDS)
        .needing(&["moduleIdentifier", "message"])
        .columns_from_zero()
        .broken(&["Module parse failed", "SyntaxError"])
}

static EXAMPLES: [Example; 4] = [
    Example::new(
        "ts-loader",
        "ERROR in /home/dev/project/src/shop.ts\n./src/shop.ts 12:4-9\n[tsl] ERROR in /home/dev/project/src/shop.ts(12,5)\n      TS2304: Cannot find name 'total'.\n",
        r#"[{"type": "type", "severity": "error", "code": "TS2304", "file": "/home/dev/project/src/shop.ts", "line": 12, "column": 5, "message": "Cannot find name 'total'."}]"#,
    ),
    Example::new(
        "a module that is missing",
        "ERROR in ./src/shop.js 1:0-26\nModule not found: Error: Can't resolve './missing' in '/home/dev/project/src'\n",
        r#"[{"type": "import", "severity": "error", "file": "./src/shop.js", "line": 1, "column": 1, "end_column": 27, "message": "Module not found: Error: Can't resolve './missing' in '/home/dev/project/src'"}]"#,
    ),
    Example::new(
        "a module that does not parse",
        "ERROR in ./src/shop.js 3:5
Module parse failed: Unexpected token (3:5)
File was parsed as module type 'javascript/auto'.
",
        r#"[{"type": "syntax", "file": "./src/shop.js", "line": 3, "column": 6}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"hash":"4091","errors":[{"moduleIdentifier":"/home/dev/project/src/shop.js","moduleName":"./src/shop.js","loc":"1:0-31","message":"Module not found: Error: Can't resolve './missing'"}],"warnings":[]}
"#,
        r#"[{"type": "import", "severity": "error", "file": "./src/shop.js", "line": 1, "column": 1, "end_column": 32}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "webpack",
    "webpack",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
