//! Go's linters, where they print tables: golangci-lint, revive, gocyclo and gocognit.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    // Before go build, to which the name of a linter is a part of the message.
    Grammar::new(&DESCRIPTOR, &[".go:", "revive.run/r#"])
        .priority(1)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

golangci-lint's `tab`: `main.go:5:2  errcheck  message`, in columns that at least two blanks part; revive's
`friendly`: `⚠  https://revive.run/r#exported  message`, and the place on the next line; gocyclo and
gocognit: `15 main total main.go:5:1`, the complexity, the package and the function.

## Versions seen

golangci-lint 1 and 2, revive 1, gocyclo 0.6, gocognit 1, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^(?<message>\d+ \w+ \S+) (?<file>{drive}[^:\s]+\.go):{line}:{column}$"),
    Pattern::lint(
        r"^(?<file>{drive}[^:\s]+\.go):{line}(?::{column})? {2,}(?<code>[a-z][a-z0-9_-]+) {2,}{message}$",
    ),
];

static PARTS: [Part; 2] = [
    Part::one(r"^ +(?<severity>[⚠✘]) +https://revive\.run/r#(?<code>\S+) +{message} *$"),
    Part::one(r"^ +(?<file>{drive}[^:\s]+\.go):{line}:{column} *$"),
];

static MARKS: [(&str, Severity); 2] = [("⚠", Severity::Warning), ("✘", Severity::Error)];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).words(&MARKS)];

static EXAMPLES: [Example; 3] = [
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
