//! pytype.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": error: in ", ": warning: in ", "py\", line "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:5: error: in f: message [rule]`, and as it was before 2024, `File "FILE", line 3, in f: message [rule]`.

## Versions seen

pytype 2018 to 2024, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(ErrorType::Type, r"^{file}:{line}:{column}: (?<severity>error|warning): in [\w.<>]+: {message} \[(?<code>[a-z][a-z-]+)\]$")
        .broken(&["python-compiler-error"]),
    Pattern::of(ErrorType::Type, r#"^File "(?<file>[^"]+)", line {line}, in [\w.<>]+: {message} \[(?<code>[a-z][a-z-]+)\]$"#)
        .broken(&["python-compiler-error"]),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an attribute that is not there",
        r#"File "/home/dev/project/shop.py", line 3, in total: No attribute 'sum' on int [attribute-error]
"#,
        r#"[{"type": "type", "severity": "error", "code": "attribute-error", "file": "/home/dev/project/shop.py", "line": 3, "message": "No attribute 'sum' on int"}]"#,
    ),
    Example::new(
        "the new format",
        r#"shop.py:3:5: error: in <module>: Can't find module 'q'. [import-error]
"#,
        r#"[{"severity": "error", "code": "import-error", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("pytype", "pytype", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);
