//! nbQA: linters of Python on notebooks.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".ipynb:cell_"])
        .priority(BEFORE_LINTERS)
        .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`shop.ipynb:cell_1:2:1: F401 message`, whatever linter it runs. The file keeps the cell's number, because the line
is counted within the cell.

## Versions seen

nbQA 1.9.
"#;

/// What the linters print of files looks the same.
const BEFORE_LINTERS: i32 = 20;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<file>\S.*\.ipynb:cell_\d+):{line}:(?:{column}:)? (?<code>[A-Z]+\d+):? (?:\[\*\] )?{message}$",
    )
    .broken(&["E999", "E902"]),
    Pattern::lint(r"^(?<file>\S.*\.ipynb:cell_\d+):{line}:(?:{column}:)? (?:{severity}: )?{message}$")
        .trailing_code(),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings of flake8 and mypy",
    r#"shop.ipynb:cell_1:1:1: F401 'os' imported but unused
shop.ipynb:cell_2:3: error: Name "x" is not defined  [name-defined]
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "F401", "file": "shop.ipynb:cell_1", "line": 1, "column": 1}, {"severity": "error", "code": "name-defined", "line": 3, "message": "Name \"x\" is not defined"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "nbqa",
    "nbQA: linters of Python on notebooks",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);
