//! qmllint and qmlfmt.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".qml:", "Error:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

qmllint: `Warning: Shop.qml:3:5: message [rule]` and `Shop.qml:3 : message` of Qt 5; qmlfmt:
`Error:22:1: message`.

## Versions seen

Qt 5.15 and 6.2 to 6.7, qmlfmt 1, from their documentation.
"#;

static LINES: [Pattern; 3] = [Pattern::lint(r"^(?<severity>Warning|Error|Info|Hint): (?<file>{drive}[^:]+\.qml):{line}:{column}: {message}(?: \[(?<code>[\w.-]+)\])?$").broken(&["Expected token", "Syntax error"]), Pattern::syntax(r"^(?<file>{drive}[^:]+\.qml):{line} : {message}$"), Pattern::syntax("^Error:{line}:{column}: {message}$")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "qmllint",
        "Warning: Shop.qml:3:5: Unqualified access [unqualified]\n",
        r#"[{"type": "lint", "severity": "warning", "code": "unqualified", "file": "Shop.qml", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "qmlfmt",
        "Error:22:1: Expected token '}'.\n",
        r#"[{"type": "syntax", "severity": "error", "line": 22, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "qml",
    "qmllint and qmlfmt",
    DOCS,
    &[Cow::Borrowed("qml")],
    &EXAMPLES,
);
