//! psql, mysql and sqlite3: statements that fail.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["psql:", ") at line ", "rror near line ", "rror: near line "]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

psql: `psql:FILE:3: ERROR:  message`; mysql: `ERROR 1064 (42000) at line 3: message`, with `in file: 'FILE'` since
version 8; sqlite3: `Parse error near line 3: message`.

## Versions seen

PostgreSQL 9 to 16, MySQL 5 to 8, MariaDB 10, SQLite 3, from their documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::compiler(r"^psql:{file}:{line}: (?<severity>ERROR|FATAL|PANIC|WARNING|NOTICE|INFO): +(?:(?<code>[0-9A-Z]{5}): )?{message}$")
        .words(&[("PANIC", Severity::Fatal)])
        .broken(&["syntax error"]),
    Pattern::compiler(r"^ERROR (?<code>\d{4}) \(\w{5}\) at line {line}(?: in file: '(?<file>[^']+)')?: {message}$")
        .broken(&["1064"]),
    Pattern::compiler(r"^(?:Parse error|Runtime error|Error:|Error) near line {line}: {message}$"),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "psql",
        r#"psql:shop.sql:3: ERROR:  relation "totals" does not exist
LINE 1: select * from totals;
"#,
        r#"[{"severity": "error", "file": "shop.sql", "line": 3, "message": "relation \"totals\" does not exist"}]"#,
    ),
    Example::new(
        "mysql",
        r#"ERROR 1064 (42000) at line 3: You have an error in your SQL syntax
"#,
        r#"[{"type": "syntax", "severity": "error", "code": "1064", "line": 3}]"#,
    ),
    Example::new(
        "sqlite3",
        r#"Parse error near line 9: no such table: totals
"#,
        r#"[{"severity": "error", "line": 9, "message": "no such table: totals"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sql-clients",
    "psql, mysql and sqlite3: statements that fail",
    DOCS,
    &[Cow::Borrowed("sql")],
    &EXAMPLES,
);
