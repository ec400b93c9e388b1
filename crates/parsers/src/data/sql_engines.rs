//! Engines of SQL that name a place and no file: Trino and Presto, Hive, Spark, BigQuery, DB2; and Flyway.

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
            " failed: line ",
            "ParseException line ",
            "SemanticException ",
            "(line ",
            " at [",
            "LINE NUMBER=",
            "SQL State  : "
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- Trino and Presto: `Query 2024 failed: line 12:5: message`;
- Hive: `FAILED: ParseException line 12:5 message`;
- Spark: `message.(line 12, pos 5)`, without its column;
- BigQuery: `Syntax error: message at [12:5]`;
- DB2: `SQL0104N  message  LINE NUMBER=12.  SQLSTATE=42601`;
- Flyway: `SQL State`, `Message`, `Location` and `Line` of a migration that failed.

## Versions seen

Trino 400, Hive 3, Spark 3, DB2 11 and Flyway 9, from their documentation.
"#;

static LINES: [Pattern; 5] = [
    Pattern::compiler(r"^(?:Query )?[\w ]*failed: line {line}:{column}: {message}$")
        .broken(&["mismatched input"]),
    Pattern::compiler(
        r"^FAILED: (?<code>\w+Exception) (?:\[Error \d+\]: )?[Ll]ine {line}:{column} {message}$",
    )
    .broken(&["ParseException"]),
    Pattern::compiler(
        r"^(?:[\w.]+Exception: ?)?(?:\[(?<code>[A-Z][A-Z_.]+)\] )?(?<message>\S.*\S) ?\(line {line}, pos \d+\)$",
    ),
    Pattern::syntax(r"^(?:Error in query string: .*?)?(?<message>Syntax error: .+) at \[{line}:{column}\]$"),
    Pattern::compiler(r"^(?<code>SQL\d{4}[NW])  {message}  LINE NUMBER=\s*{line}\.  SQLSTATE=\w{5}$"),
];

static FLYWAY: [Part; 6] = [
    Part::one(r"^SQL State  : \w*$"),
    Part::one(r"^Error Code : (?<code>-?\d+)$"),
    Part::one(r"^Message    : {message}$"),
    Part::many(r"^(?:[^L].*|  .*)$"),
    Part::one(r"^Location   : (?<file>[^()]+?)(?: \(.*\))?$"),
    Part::one(r"^Line       : {line}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&FLYWAY)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "Trino, Hive, BigQuery",
        "Query 20240101_000000_00001 failed: line 12:5: Column 'total' cannot be resolved\nFAILED: ParseException line 3:7 cannot recognize input near 'form'\nSyntax error: Unexpected identifier \"total\" at [4:9]\n",
        r#"[{"severity": "error", "line": 12, "column": 5, "message": "Column 'total' cannot be resolved"},
            {"type": "syntax", "line": 3, "column": 7}, {"type": "syntax", "line": 4, "column": 9}]"#,
    ),
    Example::new(
        "DB2",
        "SQL0104N  An unexpected token \"form\" was found following \"select\".  LINE NUMBER=12.  SQLSTATE=42601\n",
        r#"[{"severity": "error", "code": "SQL0104N", "line": 12}]"#,
    ),
    Example::new(
        "Flyway",
        "Migration V1__shop.sql failed\n-----------------------------\nSQL State  : 42601\nError Code : 0\nMessage    : ERROR: syntax error at or near \"tabel\"\n  Position: 8\nLocation   : db/migration/V1__shop.sql (/home/dev/project/db/migration/V1__shop.sql)\nLine       : 12\nStatement  : create tabel totals\n",
        r#"[{"severity": "error", "file": "db/migration/V1__shop.sql", "line": 12, "message": "ERROR: syntax error at or near \"tabel\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sql-engines",
    "Trino, Hive, Spark, BigQuery, DB2 and Flyway",
    DOCS,
    &[Cow::Borrowed("sql")],
    &EXAMPLES,
);
