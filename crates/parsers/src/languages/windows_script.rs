//! Windows Script Host: VBScript and JScript.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Microsoft VBScript ", "Microsoft JScript "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE(12, 5) Microsoft VBScript compilation error: message` and `runtime error`.

## Versions seen

Windows Script Host 5.8, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^{file}\({line}, {column}\) Microsoft (?:VB|J)Script compilation error: {message}$"),
    Pattern::of(
        ErrorType::Runtime,
        r"^{file}\({line}, {column}\) Microsoft (?:VB|J)Script runtime error: {message}$",
    ),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a script that does not parse, and one that fails",
    "C:\\project\\shop.vbs(12, 5) Microsoft VBScript compilation error: Expected end of statement\nC:\\project\\shop.js(13, 1) Microsoft JScript runtime error: 'total' is undefined\n",
    r#"[{"type": "syntax", "severity": "error", "file": "C:\\project\\shop.vbs", "line": 12, "column": 5},
        {"type": "runtime", "severity": "error", "file": "C:\\project\\shop.js", "line": 13}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "windows-script",
    "VBScript and JScript",
    DOCS,
    &[Cow::Borrowed("vbscript")],
    &EXAMPLES,
);
