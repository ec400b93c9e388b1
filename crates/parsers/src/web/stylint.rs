//! Stylus, and stylint, its linter.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["  warning  ", "  error  ", ".styl:"])
        .listings(&LISTINGS)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

Rows below a file's name: `5:2  warning  unnecessary colon found  colons`, the column where it is known;
before stylint 2 the rule came first.
Stylus itself: `ParseError: FILE:3:5`, an excerpt, and the message.

## Versions seen

stylint 2; Stylus 0.5x and stylint 1 from their documentation.
"#;

static ROWS: [Pattern; 2] = [
    Pattern::lint(
        r"^{line}(?::{column})? {2,}(?<severity>warning|error) {2,}{message} {2,}(?<code>[a-zA-Z]+) *$",
    ),
    Pattern::lint(
        r"^{line}(?::{column})? {2,}(?<code>[a-zA-Z]+) {2,}(?<severity>warning|error) {2,}{message}$",
    ),
];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.styl)$", &ROWS)];

static PARTS: [Part; 5] = [
    Part::one(r"^(?:\w+: )?(?<code>\w*Error): (?<file>{drive}[^:]+\.styl):{line}:{column}$"),
    Part::many(r"^ *\d+\| .*$"),
    Part::maybe(r"^-+\^$"),
    Part::many(r"^ *\d+\| .*$|^$"),
    Part::one(r"^(?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Build, &PARTS).broken(&["expected", "ParseError"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "findings of stylint 2",
        "src/shop.styl
2:9   warning  hexidecimal color should be a variable       colors
3     warning  prefer alphabetical when sorting properties  sortOrder
",
        r#"[{"type": "lint", "severity": "warning", "code": "colors", "file": "src/shop.styl", "line": 2, "column": 9, "message": "hexidecimal color should be a variable"}, {"code": "sortOrder", "line": 3}]"#,
    ),
    Example::new(
        "findings",
        r#"src/shop.styl
5:2  colons     warning  unnecessary colon found
11   semicolons  error    missing semicolon
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "colons", "file": "src/shop.styl", "line": 5, "column": 2, "message": "unnecessary colon found"}, {"severity": "error", "line": 11}]"#,
    ),
    Example::new(
        "Stylus",
        "ParseError: src/shop.styl:3:5\n   1| a\n   2|   b\n   3|   c {\n----------^\n\nexpected \"indent\", got \"outdent\"\n",
        r#"[{"type": "syntax", "severity": "error", "code": "ParseError", "file": "src/shop.styl", "line": 3, "column": 5, "message": "expected \"indent\", got \"outdent\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "stylint",
    "stylint: Stylus",
    DOCS,
    &[Cow::Borrowed("stylus")],
    &EXAMPLES,
);
