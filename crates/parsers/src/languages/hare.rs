//! The compiler of Hare.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Error ", ".ha:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Error FILE:3:5: message`, `Syntax error: message at FILE:3:5, expected ...` and `FILE:3:5: syntax error: message`.

## Versions seen

harec 0.24, from its documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::compiler(r"^Error (?<file>{drive}[^\s:]+\.ha):{line}:{column}: {message}$"),
    Pattern::syntax(
        r"^(?:Syntax error|syntax error): (?<file>{drive}[^\s:]+\.ha):{line}:{column}:? {message}$",
    ),
    Pattern::syntax(r"^Syntax error: .*? at (?<file>{drive}[^\s:]+\.ha):{line}:{column}, {message}$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not known",
        "Error shop.ha:3:5: Unknown object 'total'\n\n3 |\ttotal = 1;\n",
        r#"[{"severity": "error", "file": "shop.ha", "line": 3, "column": 5, "message": "Unknown object 'total'"}]"#,
    ),
    Example::new(
        "a syntax error",
        "Syntax error: unexpected '}' at shop.ha:3:5, expected ';'\n",
        r#"[{"type": "syntax", "severity": "error", "file": "shop.ha", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "hare",
    "the compiler of Hare",
    DOCS,
    &[Cow::Borrowed("hare")],
    &EXAMPLES,
);
