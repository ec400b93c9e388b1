//! MATLAB's Code Analyzer (mlint), and errors of MATLAB.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[" (C ", "Error using ", "Error in ", "Error: File: "]
    )
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`L 3 (C 5-9): message`, with `-id` also the rule, below `========== FILE ==========` where there are several files.
MATLAB itself: `Error using FUNCTION (line 12)` above the message, and `Error: File: FILE Line: 3 Column: 5`.

## Versions seen

MATLAB R2010 to R2024, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^L {line} \(C {column}(?:-{last_column})?\): (?:ID: ?)?(?:(?<code>[A-Z][A-Z0-9]{2,}): )?{message}$",
)
.broken(&["SYNER", "Parse error"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^=+ (?<file>\S.*) =+$", &ROWS).headless()];

static STOPPED: [Part; 3] = [
    Part::one(r"^Error using \S+(?: \(line {line}\))?$"),
    Part::one("^{message}$"),
    Part::many(r"^[^E\s].*$"),
];

static UNPARSED: [Part; 2] = [
    Part::one(r"^Error: File: {file} Line: {line} Column: {column}$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Runtime, &STOPPED),
    Block::of(ErrorType::Syntax, &UNPARSED),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "MATLAB itself",
        "Error using shop (line 12)\nNot enough input arguments.\n\nError: File: cart.m Line: 3 Column: 5\nInvalid expression.\n",
        r#"[{"type": "runtime", "severity": "error", "line": 12, "message": "Not enough input arguments."},
        {"type": "syntax", "file": "cart.m", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "a finding",
        r#"========== shop.m ==========
L 6 (C 7-11): NASGU: The value assigned here might never be used.
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "NASGU", "file": "shop.m", "line": 6, "column": 7, "end_column": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "mlint",
    "MATLAB's Code Analyzer (mlint)",
    DOCS,
    &[Cow::Borrowed("matlab")],
    &EXAMPLES,
);
