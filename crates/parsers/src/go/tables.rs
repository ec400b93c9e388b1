//! Go's linters, where they print tables: golangci-lint, revive, staticcheck, gocyclo and gocognit.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    // Before go build, to which the name of a linter is a part of the message.
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".go:",
            "revive.run/r#",
            "  SA",
            "  ST1",
            "  S1",
            "  QF1",
            "  U1000"
        ]
    )
    .priority(1)
    .lines(&LINES)
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

golangci-lint's `tab`: `main.go:5:2  errcheck  message`, in columns that at least two blanks part; revive's
`friendly`: `⚠  https://revive.run/r#exported  message`, and the place on the next line; gocyclo and
gocognit: `15 main total main.go:5:1`, the complexity, the package and the function; staticcheck's and
revive's `stylish`: a file, and below it `  (12, 5)  SA4006  message`.

## Versions seen

golangci-lint 1 and 2, revive 1, gocyclo 0.6, gocognit 1, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^(?<message>\d+ \w+ \S+) (?<file>{drive}[^:\s]+\.go):{line}:{column}$"),
    Pattern::lint(
        r"^(?<file>{drive}[^:\s]+\.go):{line}(?::{column})? {2,}(?<code>[a-z][a-z0-9_-]+) {2,}{message}$",
    ),
];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^ +\({line}, {column}\) +(?:https://revive\.run/r#)?(?<code>[\w-]+) +{message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.go)$", &ROWS)];

static PARTS: [Part; 2] = [
    Part::one(r"^ +(?<severity>[⚠✘]) +https://revive\.run/r#(?<code>\S+) +{message} *$"),
    Part::one(r"^ +(?<file>{drive}[^:\s]+\.go):{line}:{column} *$"),
];

static MARKS: [(&str, Severity); 2] = [("⚠", Severity::Warning), ("✘", Severity::Error)];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).words(&MARKS)];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "staticcheck's stylish",
        "shop.go\n  (12, 5)  SA4006  this value of err is never used\n  (14, 2)  S1000   should use a simple channel send\n",
        r#"[{"type": "lint", "severity": "warning", "code": "SA4006", "file": "shop.go", "line": 12, "column": 5}, {"code": "S1000", "line": 14, "message": "should use a simple channel send"}]"#,
    ),
    Example::new(
        "golangci-lint's tab",
        "main.go:5:2   errcheck    Error return value of `f.Close` is not checked\n",
        r#"[{"type": "lint", "severity": "warning", "code": "errcheck", "file": "main.go", "line": 5, "column": 2, "message": "Error return value of `f.Close` is not checked"}]"#,
    ),
    Example::new(
        "revive's friendly",
        "  ⚠  https://revive.run/r#exported  exported function Total should have comment or be unexported  \n  shop/total.go:24:5\n",
        r#"[{"type": "lint", "severity": "warning", "code": "exported", "file": "shop/total.go", "line": 24, "column": 5}]"#,
    ),
    Example::new(
        "gocyclo",
        "15 main (*Shop).total shop/main.go:5:1\n",
        r#"[{"type": "lint", "severity": "warning", "file": "shop/main.go", "line": 5, "column": 1, "message": "15 main (*Shop).total"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "go-tables",
    "golangci-lint's and revive's tables",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
