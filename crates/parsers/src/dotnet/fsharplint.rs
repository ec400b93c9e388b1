//! FSharpLint, for MSBuild.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["):FSharpLint "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Shop.fs(3,5,3,10):FSharpLint warning FL0065: message`, with both ends.

## Versions seen

FSharpLint 0.16 to 0.24, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}\({line},{column},{end_line},{end_column}\):FSharpLint (?<severity>warning|error) (?<code>\w+): {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"/home/dev/project/Shop.fs(3,5,3,10):FSharpLint warning FL0065: `not (a = b)` might be able to be refactored into `a <> b`.
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "FL0065", "file": "/home/dev/project/Shop.fs", "line": 3, "column": 5, "end_line": 3, "end_column": 10}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "fsharplint",
    "FSharpLint, for MSBuild",
    DOCS,
    &[Cow::Borrowed("fsharp")],
    &EXAMPLES,
);
