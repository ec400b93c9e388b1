//! rustc before 1.8, whose lines were like clang's, with the end behind the beginning.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".rs:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:5: 3:10 error: message [E0425]`.

## Versions seen

rustc 1.0 to 1.7, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^{file}:{line}:{column}: {end_line}:{end_column} (?<severity>error|warning|note|help): {message}(?: \[(?<code>E\d{4})\])?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name that is not known",
    "src/main.rs:3:5: 3:10 error: unresolved name `total` [E0425]\nsrc/main.rs:3     total;\n                  ^~~~~\n",
    r#"[{"severity": "error", "code": "E0425", "file": "src/main.rs", "line": 3, "column": 5, "end_line": 3, "end_column": 10}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("rustc-older", "rustc before 1.8", DOCS, LANGUAGES, &EXAMPLES);
