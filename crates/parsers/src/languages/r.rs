//! R and lintr.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "_linter]",
            "Error in ",
            "unexpected ",
            "Error: ",
            "Warning message:"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

R: `Error in f(x) : message`, `Warning message:`, code that does not parse (`a.R:3:5: unexpected '}'`, and Rscript's
`Error: unexpected '}' in "..."`, which names no place); lintr:
`a.R:3:5: style: [rule_linter] message`.

## Versions seen

R 4.2.2; 3 to 4.4, lintr 2 and 3 from their documentation.
"#;

static LINES: [Pattern; 4] = [
    Pattern::syntax(
        r#"^Error: (?<message>unexpected (?:'.+'|".+"|symbol|numeric constant|string constant|input|end of input|assignment).* in ".*)$"#,
    ),
    Pattern::of(
        ErrorType::Import,
        r"^Error in (?:library|loadNamespace|requireNamespace)\(.*\) : (?<message>there is no package called .+)$",
    ),
    Pattern::lint(
        r"^{file}:{line}:{column}: (?<severity>style|warning|error): \[?(?<code>\w+_linter)\]?:? {message}$",
    ),
    Pattern::syntax(
        r"^(?:Error(?: in .+ ?)?: ?)?\s*(?<file>{drive}[^:\s]+\.[Rr](?:md)?):{line}:{column}: (?<message>unexpected .+)$",
    ),
];

/// That testthat's reporter stops (`reporter$stop_if_needed()`) is said after what failed.
static PARTS: [Part; 4] = [
    Part::one("^Error in (?:[^r].*|r[^e].*|re[^p].*|rep[^o].*|repo[^r].*) : (?:$|{message}$)"),
    Part::maybe(r"^  (?<message>\S.*)$"),
    Part::maybe("^Calls: .*$"),
    Part::maybe("^Execution halted$"),
];

static WARNING: [Part; 2] = [
    Part::one("^Warning message:$"),
    Part::one(r"^(?:In .+ : )?{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Runtime, &WARNING).severity(Severity::Warning),
    Block::of(ErrorType::Runtime, &PARTS),
];

static EXAMPLES: [Example; 5] = [
    Example::new(
        "a warning, and a package that is not there",
        "Warning message:\nIn log(-1) : NaNs produced\nError in library(nopkg) : there is no package called ‘nopkg’\nExecution halted\n",
        r#"[{"type": "runtime", "severity": "warning", "message": "NaNs produced"}, {"type": "import", "severity": "error", "message": "there is no package called ‘nopkg’"}]"#,
    ),
    Example::new(
        "code that does not parse, in Rscript",
        "Error: unexpected ')' in \"y = )\"\nExecution halted\n",
        r#"[{"type": "syntax", "severity": "error", "message": "unexpected ')' in \"y = )\""}]"#,
    ),
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
