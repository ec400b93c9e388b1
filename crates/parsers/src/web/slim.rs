//! Slim and Haml templates that do not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[", Line ", "aml error on line", "yntax error on line"]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`Slim::Parser::SyntaxError: message`, below it `shop.slim, Line 3, Column 5`; `Haml error on line 3: message`.

## Versions seen

Slim 3 to 5, Haml 4 to 6, from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    "^(?:Haml|Syntax) error on line {line}: {message}$",
)];

static ROWS: [Pattern; 1] = [Pattern::syntax(
    r"^\s+(?<file>\S.*), Line {line}, Column {column}$",
)];

static LISTINGS: [Listing; 1] =
    [Listing::new("^Slim::Parser::SyntaxError: {message}$", &ROWS).skipping(r"^\s+.*$")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Slim",
        "Slim::Parser::SyntaxError: Unexpected closing )
  shop.slim, Line 3, Column 5
    p )
      ^
",
        r#"[{"type": "syntax", "severity": "error", "file": "shop.slim", "line": 3, "column": 5, "message": "Unexpected closing )"}]"#,
    ),
    Example::new(
        "Haml",
        "Haml error on line 3: Illegal nesting: content can't be both given on the same line as %p and nested within it.\n",
        r#"[{"type": "syntax", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "slim",
    "Slim and Haml templates that do not parse",
    DOCS,
    &[Cow::Borrowed("slim"), Cow::Borrowed("haml")],
    &EXAMPLES,
);
