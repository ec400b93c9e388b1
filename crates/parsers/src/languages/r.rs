//! R and lintr.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["_linter]", "Error in ", ": unexpected "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

R: `Error in f(x) : message`, code that does not parse (`a.R:3:5: unexpected '}'`); lintr:
`a.R:3:5: style: [rule_linter] message`.

## Versions seen

R 3 to 4.4, lintr 2 and 3, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}:{column}: (?<severity>style|warning|error): \[?(?<code>\w+_linter)\]?:? {message}$",
    ),
    Pattern::syntax(
        r"^(?:Error(?: in .+ ?)?: ?)?\s*(?<file>{drive}[^:\s]+\.[Rr](?:md)?):{line}:{column}: (?<message>unexpected .+)$",
    ),
];

static PARTS: [Part; 4] = [
    Part::one("^Error in .+ : (?:$|{message}$)"),
    Part::maybe(r"^  (?<message>\S.*)$"),
    Part::maybe("^Calls: .*$"),
    Part::maybe("^Execution halted$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Runtime, &PARTS)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "lintr",
        "R/shop.R:3:81: style: [line_length_linter] Lines should not be more than 80 characters.\n",
        r#"[{"type": "lint", "severity": "info", "code": "line_length_linter", "file": "R/shop.R", "line": 3, "column": 81}]"#,
    ),
    Example::new(
        "code that does not parse",
        r#"Error in source("shop.R") : shop.R:3:5: unexpected symbol
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "shop.R", "line": 3, "column": 5, "message": "unexpected symbol"}]"#,
    ),
    Example::new(
        "a failure",
        "Error in total(1) : object 'price' not found
Calls: total
Execution halted
",
        r#"[{"type": "runtime", "severity": "error", "message": "object 'price' not found"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("r", "R and lintr", DOCS, &[Cow::Borrowed("r")], &EXAMPLES);
