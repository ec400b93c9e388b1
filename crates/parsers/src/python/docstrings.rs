//! pydoclint and darglint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": DOC", ": DAR"])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

- pydoclint: `    1: DOC106: message` below the name of the file.
- darglint: `FILE:FUNCTION:4: DAR101: - b`.

## Versions seen

pydoclint 0.12, darglint 1.8.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.pyi?):[\w.]+:{line}: (?<code>DAR\d{3}): {message}$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^ +{line}: (?<code>DOC\d{3}): {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.pyi?)$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "pydoclint",
        "shop.py
    1: DOC501: Function `f` has raise statements, but the docstring does not have a \"Raises\" section
    7: DOC201: Function `g` does not have a return section in docstring
",
        r#"[{"type": "lint", "severity": "warning", "code": "DOC501", "file": "shop.py", "line": 1}, {"code": "DOC201", "file": "shop.py", "line": 7}]"#,
    ),
    Example::new(
        "darglint",
        "shop.py:total:4: DAR101: - items\n",
        r#"[{"type": "lint", "severity": "warning", "code": "DAR101", "file": "shop.py", "line": 4, "message": "- items"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "docstrings",
    "pydoclint and darglint",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);
