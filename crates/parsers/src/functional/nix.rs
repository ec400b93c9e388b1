//! Nix, statix and deadnix.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".nix>", ".nix:", ".nix\"", ") in file: ", "at «", "@nix {"]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

Nix: `error: message`, below it `at /a.nix:3:5:`, up to version 2.3 on the same line (there also as `at: (3:5) in file: /a.nix`), and its internal JSON;
statix: `a.nix>3:5:W:1:message` and JSON; deadnix in JSON.

## Versions seen

Nix 2.3 to 2.24, statix 0.5, deadnix 1, from their documentation.
"#;

static LINES: [Pattern; 4] = [
    Pattern::compiler(r"^error: {message},? at: \({line}:{column}\) in file: (?<file>\S.*)$").broken(&["syntax error"]),
    Pattern::lint(r"^(?<file>[^>]+\.nix)>{line}:{column}:(?<severity>[WEI]):(?<code>\d+):{message}$"),
    Pattern::compiler(r"^error: {message},? at (?<file>/[^:]+\.nix):{line}:{column}$")
        .broken(&["syntax error"]),
    Pattern::compiler(
        r#"^@nix \{"action":"msg","column":{column},"file":"(?<file>[^"]+)","level":0,"line":{line},.*"raw_msg":"(?<message>(?:[^"\\]|\\.)*)".*\}$"#,
    )
    .escaped(),
];

static ROWS: [Pattern; 1] =
    [Pattern::compiler("^ *at (?<file>(?:«.*»|[^:]+)):{line}:{column}:$").broken(&["syntax error"])];

static LISTINGS: [Listing; 1] =
    [Listing::new(r"^\s*(?<severity>error): {message}$", &ROWS).skipping(r"^ +(?:\d+)?\|.*$")];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::EndColumn, "endColumn"),
    (Field::Message, "message"),
];

/// statix's; its errors are of source that does not parse.
static STATIX: [(Field, &str); 8] = [
    (Field::File, "file"),
    (Field::Line, "at.from.line"),
    (Field::Column, "at.from.column"),
    (Field::EndLine, "at.to.line"),
    (Field::EndColumn, "at.to.column"),
    (Field::Severity, "severity"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 2] = [
    Records::lint("results.*", &FIELDS).needing(&["message", "column", "endColumn"]),
    Records::lint("report.*.diagnostics.*", &STATIX).needing(&["at.from.line", "message"]),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "Nix",
        "error: undefined variable 'totl'

       at /home/dev/project/a.nix:3:5:

            2|   x = 1;
            3|   y = totl;
             |       ^
",
        r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/a.nix", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "statix",
        "a.nix>3:5:W:1:Unnecessary comparison with boolean\n",
        r#"[{"type": "lint", "severity": "warning", "code": "1", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "deadnix",
        r#"{"file":"./flake.nix","results":[{"column":5,"endColumn":9,"line":23,"message":"Unused lambda pattern: self"}]}
"#,
        r#"[{"type": "lint", "severity": "warning", "file": "./flake.nix", "line": 23, "column": 5, "end_column": 9}]"#,
    ),
    Example::new(
        "no blank line",
        "error: syntax error, unexpected '}', expecting ';'\n       at /home/dev/project/a.nix:3:1:\n            2|   x = 1\n            3| }\n             | ^\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/a.nix", "line": 3, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "nix",
    "Nix, statix and deadnix",
    DOCS,
    &[Cow::Borrowed("nix")],
    &EXAMPLES,
);
