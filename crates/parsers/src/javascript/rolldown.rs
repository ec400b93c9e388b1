//! Rolldown, and Vite since version 8.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["╭─[ "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`[PARSE_ERROR] message`, below it `╭─[ src/main.js:2:13 ]` and the quoted lines; the stack of the bundler's own
functions says nothing more.

## Versions seen

Vite 8.3.
"#;

static ROWS: [Pattern; 1] =
    [Pattern::compiler(r"^ *╭─\[ {file}:{line}:{column} \]$").broken(&["PARSE_ERROR"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^\[(?<code>[A-Z_]+)\] {message}$", &ROWS)
    .patient(60)
    .skipping(r"^ *(?:\d+ )?[│·].*$|^ *───╯$|^    at .*$|^  errors: .*$|^\}$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "an import that is missing",
    r#"error during build:
Build failed with 1 error:

[UNRESOLVED_IMPORT] Could not resolve './missing' in src/main.js
   ╭─[ src/main.js:1:15 ]
   │
 1 │ import x from "./missing";
   │               ─────┬─────  
   │                    ╰─────── Module not found.
───╯
"#,
    r#"[{"type": "import", "severity": "error", "code": "UNRESOLVED_IMPORT", "file": "src/main.js", "line": 1, "column": 15, "message": "Could not resolve './missing' in src/main.js"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rolldown",
    "Rolldown, and Vite since version 8",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
