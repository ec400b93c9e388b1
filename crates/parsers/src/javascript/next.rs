//! Next.js: next lint and next build.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "  Error: ",
            "  Warning: ",
            ".js:",
            ".jsx:",
            ".mjs:",
            ".ts:",
            ".tsx:",
            ".css:",
            ".mdx:",
            "Module not found: "
        ]
    )
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`next lint`: a file, and below it `3:5  Error: message  rule`. `next build`: a place on a line of its own, and
below it `Type error: message` or what the bundler says.

## Versions seen

Next.js 16.4 with Turbopack and webpack; 11 to 15 from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^{line}:{column} +(?<severity>Error|Warning): {message}(?: {2,}(?<code>@?[\w-]+(?:/[\w-]+)*))?$",
)];

static UNRESOLVED: [Pattern; 1] = [Pattern::of(
    ErrorType::Import,
    "^(?<message>Module not found: (?:Error: )?Can't resolve '.+)$",
)];

static LISTINGS: [Listing; 2] = [
    Listing::new(r"^(?<file>\./[^:]+\.\w+)$", &ROWS),
    Listing::new(r"^(?<file>\./[^: ]+\.\w+)$", &UNRESOLVED),
];

static BUILD: [Part; 2] = [
    Part::one(r"^(?<file>\.{1,2}/[^:]+\.\w+):{line}:{column}$"),
    Part::one(
        r"^(?:Type error: |Error: )?(?<message>(?:Module not found: |Syntax Error|Parsing \w+ source code failed|Ecmascript file had an error|Export |Cannot |Can't |Type |Property |Argument |Object |No overload |Expected ).*)$",
    ),
];

static TYPE: [Part; 2] = [
    Part::one(r"^(?<file>\.{1,2}/[^:]+\.\w+):{line}:{column}$"),
    Part::one(r"^Type error: {message}$"),
];

/// Turbopack quotes the source, so that every message is one.
static TURBOPACK: [Part; 4] = [
    Part::one(r"^(?<file>\.{1,2}/[^:]+\.\w+):{line}:{column}$"),
    Part::one(r"^Error: {message}$"),
    Part::many(r"^ *\d+ \|.*$"),
    Part::one(r"^> *\d+ \|.*$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Type, &TYPE),
    Block::compiler(&TURBOPACK),
    Block::compiler(&BUILD),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "next lint",
        r#"./pages/shop.js
3:5  Error: 'x' is not defined.  no-undef
9:1  Warning: Using `<img>` could result in slower LCP.  @next/next/no-img-element
"#,
        r#"[{"type": "lint", "severity": "error", "code": "no-undef", "file": "./pages/shop.js", "line": 3, "column": 5, "message": "'x' is not defined."}, {"severity": "warning", "code": "@next/next/no-img-element", "line": 9}]"#,
    ),
    Example::new(
        "next build",
        r#"./app/shop.tsx:3:5
Type error: Cannot find name 'x'.

  1 | a
"#,
        r#"[{"type": "type", "severity": "error", "file": "./app/shop.tsx", "line": 3, "column": 5, "message": "Cannot find name 'x'."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "next",
    "Next.js: next lint and next build",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
