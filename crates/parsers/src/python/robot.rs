//! rflint and Robocop: linters of Robot Framework.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".robot", ".resource"])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

rflint: rows below `+ FILE` (`W: 2, 0: message (Rule)`) and the format `FILE:W:2:0:Rule:message`; Robocop:
`FILE:3:5 [W] 0202 message (rule)`.

## Versions seen

rflint 1, Robocop 1 to 5, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<file>\S.*\.(?:robot|resource|txt|tsv)):(?<severity>[EWI]):{line}:{column}:(?<code>\w+):{message}$",
    ),
    Pattern::lint(
        r"^(?<file>\S.*\.(?:robot|resource)):{line}:{column} (?:\[(?<severity>[EWI])\] )?\w+ {message} \((?<code>[a-z-]+)\)$",
    ),
];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^(?<severity>[EWI]): {line}, \d+: {message} \((?<code>\w+)\)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^\+ (?<file>\S.*)$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "rflint",
        "+ tests/shop.robot\nW: 2, 0: No suite documentation (RequireSuiteDocumentation)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "RequireSuiteDocumentation", "file": "tests/shop.robot", "line": 2}]"#,
    ),
    Example::new(
        "Robocop",
        r#"tests/shop.robot:3:5 [W] 0202 Missing documentation in "A" test case (missing-doc-test-case)
"#,
        r#"[{"severity": "warning", "code": "missing-doc-test-case", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "robot",
    "rflint and Robocop: linters of Robot Framework",
    DOCS,
    &[Cow::Borrowed("robotframework")],
    &EXAMPLES,
);
