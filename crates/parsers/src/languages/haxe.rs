//! Haxe.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".hx:", "Type not found : "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`src/Main.hx:3: characters 5-9 : message`, `lines 3-5 : message`, `Warning :` before what does not fail; `Type not found : Main` of
a main class that is not there.

## Versions seen

Haxe 4.2.5; 3 and 4 from its documentation.
"#;

static LINES: [Pattern; 5] = [Pattern::of(ErrorType::Runtime, r"^(?<file>(?:[A-Za-z]:)?[^:]+\.hx):{line}: characters? {column}(?:-{end_column})? :\s+(?<message>Uncaught exception .*)$"), Pattern::of(ErrorType::Type, r"^(?<file>(?:[A-Za-z]:)?[^:]+\.hx):{line}: characters? {column}(?:-{end_column})? :\s+(?<message>(?:error: )?\S+ should be \S+)$"), Pattern::of(ErrorType::Import, r"^(?:Error: )?(?<message>Type not found : \S+)$"), Pattern::compiler(r"^(?<file>(?:[A-Za-z]:)?[^:]+\.hx):{line}: characters? {column}(?:-{end_column})? :\s+(?:(?<severity>Warning|Error|Info) : )?(?:\((?<code>\w+)\) )?{message}$").broken(&["Unexpected", "Expected", "Missing ;", "Unterminated"]), Pattern::compiler(r"^(?<file>(?:[A-Za-z]:)?[^:]+\.hx):{line}: lines \d+-{end_line} :\s+(?:(?<severity>Warning|Error|Info) : )?(?:\((?<code>\w+)\) )?{message}$")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "thrown",
        "C.hx:3: characters 5-10 : Uncaught exception no\nType not found : D\n",
        r#"[{"type": "runtime", "file": "C.hx", "line": 3, "column": 5, "end_column": 10}, {"type": "import", "message": "Type not found : D"}]"#,
    ),
    Example::new(
        "an error",
        "src/Main.hx:3: characters 5-9 : Unknown identifier : totl\n",
        r#"[{"type": "type", "severity": "error", "file": "src/Main.hx", "line": 3, "column": 5, "message": "Unknown identifier : totl"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("haxe", "Haxe", DOCS, &[Cow::Borrowed("haxe")], &EXAMPLES);
