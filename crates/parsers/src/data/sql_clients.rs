//! psql, mysql and sqlite3: statements that fail.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "psql:",
            ") at line ",
            "rror near line ",
            "rror: near line ",
            "Error: in prepare, ",
            "Error: stepping, ",
            "psql: error: "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

psql: `psql:FILE:3: ERROR:  message`; mysql: `ERROR 1064 (42000) at line 3: message`, with `in file: 'FILE'` since
version 8; sqlite3: `Parse error near line 3: message`, and
`Error: in prepare, message` of a statement in its arguments. `psql: error: message` is no statement's: it could not
connect.

## Versions seen

SQLite 3.40, psql 15; PostgreSQL 9 to 16, MySQL 5 to 8 and MariaDB 10 from their documentation.
"#;

static LINES: [Pattern; 6] = [
    Pattern::syntax(r"^Error: in prepare, (?<message>near .+: syntax error)(?: \(\d+\))?$"),
    Pattern::compiler(r"^Error: (?:in prepare|stepping), {message}(?: \(\d+\))?$"),
    Pattern::of(ErrorType::Runtime, r"^psql: error: {message}$"),
    Pattern::compiler(r"^psql:{file}:{line}: (?<severity>ERROR|FATAL|PANIC|WARNING|NOTICE|INFO): +(?:(?<code>[0-9A-Z]{5}): )?{message}$")
        .words(&[("PANIC", Severity::Fatal)])
        .broken(&["syntax error"]),
    Pattern::compiler(r"^ERROR (?<code>\d{4}) \(\w{5}\) at line {line}(?: in file: '(?<file>[^']+)')?: {message}$")
        .broken(&["1064"]),
    Pattern::compiler(r"^(?:Parse error|Runtime error|Error:|Error) near line {line}: {message}$"),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "arguments, and a server that is not there",
        "Error: in prepare, near \"selec\": syntax error\n  selec 1\n  ^--- error here\npsql: error: connection to server on socket \"/run/.s.PGSQL.5432\" failed: No such file or directory\n",
        r#"[{"type": "syntax", "severity": "error", "message": "near \"selec\": syntax error"},
            {"type": "runtime", "message": "connection to server on socket \"/run/.s.PGSQL.5432\" failed: No such file or directory"}]"#,
    ),
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
