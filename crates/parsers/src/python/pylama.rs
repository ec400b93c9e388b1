//! Pylama.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &TRIGGERS)
        .lines(&LINES)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

- `FILE:3:5 E302 message [pycodestyle]`: the rule, and the linter that Pylama ran.
- The formats `parsable` and `pylint`, with the severity's letter: `FILE:3:5 [E] E302 message [pycodestyle]`,
  `FILE:3: [E] E302 message [pycodestyle]`.
- The format `json`.

## Versions seen

Pylama 8.4; 7 from its documentation.
"#;

/// The linters that come with it or are written for it.
static TRIGGERS: [&str; 15] = [
    "\"etype\"",
    " [eradicate]",
    " [gjslint]",
    " [isort]",
    " [mccabe]",
    " [mypy]",
    " [pep257]",
    " [pep8]",
    " [pycodestyle]",
    " [pydocstyle]",
    " [pyflakes]",
    " [pylama]",
    " [pylint]",
    " [radon]",
    " [vulture]",
];

const BROKEN: &[&str] = &["E901", "E902", "E999", "E0001", "SyntaxError"];

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}:(?:{column}:?)? \[(?<severity>[A-Z])\] (?:(?<code>[A-Z]+\d+):? )?{message} \[[\w-]+\]$",
    )
    .broken(BROKEN),
    Pattern::lint(
        r"^{file}:{line}:{column}:? (?<code>(?<severity>[A-Z])[A-Z]*\d+):? {message} \[[\w-]+\]$",
    )
    .broken(BROKEN),
];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "filename"),
    (Field::Line, "lnum"),
    (Field::Column, "col"),
    (Field::Severity, "etype"),
    (Field::Code, "number"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS)
    .needing(&["lnum", "etype", "source"])
    .severity(Severity::Warning)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a finding",
        "shop.py:3:1 E302 expected 2 blank lines, found 0 [pycodestyle]\n",
        r#"[{"type": "lint", "severity": "error", "code": "E302", "file": "shop.py", "line": 3, "column": 1, "message": "expected 2 blank lines, found 0"}]"#,
    ),
    Example::new(
        "parsable",
        r#"shop.py:3:1: [E] E302 expected 2 blank lines, found 1 [pycodestyle]
"#,
        r#"[{"type": "lint", "severity": "error", "code": "E302", "file": "shop.py", "line": 3, "column": 1, "message": "expected 2 blank lines, found 1"}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"source": "pyflakes", "col": 1, "lnum": 2, "etype": "W", "message": "'os' imported but unused", "filename": "shop.py", "number": "W0611"}]
"#,
        r#"[{"severity": "warning", "code": "W0611", "file": "shop.py", "line": 2, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("pylama", "Pylama", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);
