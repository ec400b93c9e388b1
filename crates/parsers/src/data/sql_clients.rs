//! psql, mysql, sqlite3, SQL*Plus and sqlcmd: statements that fail.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
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
            "psql: error: ",
            "ERROR at line ",
            "LINE/COL ERROR",
            ", Level "
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

psql: `psql:FILE:3: ERROR:  message`; mysql: `ERROR 1064 (42000) at line 3: message`, with `in file: 'FILE'` since
version 8; sqlite3: `Parse error near line 3: message`, and
`Error: in prepare, message` of a statement in its arguments. `psql: error: message` is no statement's: it could not
connect. SQL*Plus: `ERROR at line 3:` above `ORA-00942: message`, and the list that `show errors` prints below `LINE/COL ERROR`.
sqlcmd: `Msg 102, Level 15, State 1, Server S, Procedure P, Line 3` above the message; up to level 10 it is a remark.

## Versions seen

SQLite 3.40, psql 15; PostgreSQL 9 to 16, MySQL 5 to 8 MariaDB 10, Oracle 12 to 19
and SQL Server 2012 to 2022 from their documentation.
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

static ORACLE: [Part; 2] = [
    Part::one(r"^ERROR at line {line}:$"),
    Part::one(r"^(?<code>[A-Z]{2,3}-\d{5}): {message}$"),
];

static SQLCMD: [Part; 2] = [
    Part::one(
        r"^Msg (?<code>\d+), Level (?<severity>\d+), State \d+(?:, Server [^,]+)?(?:, Procedure [^,]+)?, Line {line}$",
    ),
    Part::one(r"^{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::compiler(&ORACLE),
    // Levels that SQL Server's documentation calls informational.
    Block::compiler(&SQLCMD)
        .words(&[
            ("0", Severity::Info),
            ("1", Severity::Info),
            ("9", Severity::Info),
            ("10", Severity::Info),
        ])
        .broken(&["102", "156"]),
];

static ERRORS: [Pattern; 2] = [
    Pattern::compiler(r"^{line}/{column}\s+(?<code>[A-Z]{2,3}-\d{5}): {message}$").broken(&["PLS-00103"]),
    Pattern::compiler(r"^{line}/{column}\s+(?<message>PL/SQL: .+)$"),
];

static LISTINGS: [Listing; 1] = [Listing::new(r"^LINE/COL ERROR$", &ERRORS)
    .continued(r"^\t? +{message}$")
    .skipping(r"^-+ -+$")];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "SQL*Plus",
        "select * from totals\n              *\nERROR at line 3:\nORA-00942: table or view does not exist\n\nLINE/COL ERROR\n-------- ----------------------------------------\n3/5      PLS-00201: identifier 'TOTAL' must be declared\n",
        r#"[{"severity": "error", "code": "ORA-00942", "line": 3, "message": "table or view does not exist"},
            {"severity": "error", "code": "PLS-00201", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "sqlcmd",
        "Msg 102, Level 15, State 1, Server DB1, Line 3\nIncorrect syntax near 'totals'.\n",
        r#"[{"type": "syntax", "severity": "error", "code": "102", "line": 3, "message": "Incorrect syntax near 'totals'."}]"#,
    ),
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
    "psql, mysql, sqlite3, SQL*Plus and sqlcmd: statements that fail",
    DOCS,
    &[Cow::Borrowed("sql")],
    &EXAMPLES,
);
