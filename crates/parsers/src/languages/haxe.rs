//! Haxe.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".hx:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`src/Main.hx:3: characters 5-9 : message`, `lines 3-5 : message`, `Warning :` before what does not fail.

## Versions seen

Haxe 3 and 4, from its documentation.
"#;

static LINES: [Pattern; 2] = [Pattern::compiler(r"^(?<file>(?:[A-Za-z]:)?[^:]+\.hx):{line}: characters? {column}(?:-{end_column})? :\s+(?:(?<severity>Warning|Error|Info) : )?(?:\((?<code>\w+)\) )?{message}$").broken(&["Unexpected", "Expected", "Missing ;", "Unterminated"]), Pattern::compiler(r"^(?<file>(?:[A-Za-z]:)?[^:]+\.hx):{line}: lines \d+-{end_line} :\s+(?:(?<severity>Warning|Error|Info) : )?(?:\((?<code>\w+)\) )?{message}$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "src/Main.hx:3: characters 5-9 : Unknown identifier : totl\n",
    r#"[{"type": "type", "severity": "error", "file": "src/Main.hx", "line": 3, "column": 5, "message": "Unknown identifier : totl"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("haxe", "Haxe", DOCS, &[Cow::Borrowed("haxe")], &EXAMPLES);
