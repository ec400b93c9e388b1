//! Bun: modules and scripts that are not there, tests that take too long.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "error: Cannot find ",
            "error: Module not found ",
            "error: Script not found ",
            "error: GET http",
            "error: package \"",
            "error: No version matching ",
            " failed to resolve",
            "error: lockfile had changes",
            "^ this test timed out "
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`error: Cannot find module './nope' from '/src/shop.ts'`, `error: Script not found "build"`, packages that cannot be
installed, and below `(fail) adds` that the test timed out. Errors with source and stack are read as those of Node.

## Versions seen

Bun 1.4.
"#;

static LINES: [Pattern; 4] = [
    Pattern::of(
        ErrorType::Import,
        r#"^error: (?<message>Cannot find (?:module|package) ['"][^'"]+['"]) from ['"](?<file>[^'"]+)['"]$"#,
    ),
    Pattern::of(
        ErrorType::Build,
        r#"^error: (?<message>(?:Module|Script) not found "[^"]*")$"#,
    ),
    Pattern::of(
        ErrorType::Import,
        r#"^error: (?<message>(?:package "[^"]+" not found|No version matching ".+" found for specifier ".+"|\S+ failed to resolve).*)$"#,
    ),
    Pattern::of(
        ErrorType::Build,
        r"^error: (?<message>lockfile had changes, but lockfile is frozen|GET https?://\S+ - (?:[45]\d\d|Connection\w+))$",
    ),
];

static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Timeout,
    r"^ +\^ (?<message>this test timed out after .+)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?:\(fail\)|✗) (?<test>\S.*?)(?: \[[\d.]+m?s\])?$",
    &ROWS,
)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a package that does not exist",
        r#"error: package "reakt" not found registry.example/reakt 404
"#,
        r#"[{"type": "import", "severity": "error", "message": "package \"reakt\" not found registry.example/reakt 404"}]"#,
    ),
    Example::new(
        "a module that is not there",
        r#"error: Cannot find module './nope' from '/home/dev/project/shop.test.ts'
"#,
        r#"[{"type": "import", "severity": "error", "file": "/home/dev/project/shop.test.ts", "message": "Cannot find module './nope'"}]"#,
    ),
    Example::new(
        "a test that takes too long",
        r#"(fail) sums > slow [42.51ms]
  ^ this test timed out after 20ms.
"#,
        r#"[{"type": "timeout", "severity": "error", "test": "sums > slow", "message": "this test timed out after 20ms."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bun",
    "Bun: modules and scripts that are not there, tests that take too long",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
