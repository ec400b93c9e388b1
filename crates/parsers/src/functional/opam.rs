//! opam: package definitions that are not right.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["  error ", "  error: ", " warning ", " [ERROR] At "]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`opam lint`: a heading `FILE: Errors.` or `FILE: Warnings.`, and below it `    error  3: message`, perhaps with a place in
words, whose column counts from 0. `[ERROR] At FILE:3:5-3:9::` with the message below it is a file that does not parse.

## Versions seen

opam 2.1; 2.0 from its source.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^(?:# )?\[ERROR\] At {file}:{line}:{column}-(?:{end_line}:)?{end_column}::?\s*(?<message>.*)$",
)
.columns_from_zero()
.saying("does not parse")];

static ROWS: [Pattern; 2] = [
    Pattern::lint(
        r"^ +(?<severity>error|warning) +(?<code>\d+): (?<message>.* at line {line}, column {column}(?:: .*)?)$",
    )
    .columns_from_zero(),
    Pattern::lint(r"^ +(?<severity>error|warning) +(?<code>\d+): {message}$"),
];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*): (?:Errors|Warnings)\.$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "opam lint",
    "/home/dev/project/shop.opam: Errors.\n    error  3: File format error in 'bugs' at line 3, column 5: expected a string\n  warning 35: Missing field 'homepage'\n",
    r#"[{"severity": "error", "code": "3", "file": "/home/dev/project/shop.opam", "line": 3, "column": 6},
        {"severity": "warning", "code": "35", "file": "/home/dev/project/shop.opam", "message": "Missing field 'homepage'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("opam", "opam", DOCS, &[Cow::Borrowed("opam")], &EXAMPLES);
