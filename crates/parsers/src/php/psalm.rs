//! Psalm, in its console, emacs and compact formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".php:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

The formats `console` (`ERROR: Issue - FILE:12:15 - message (see URL)`), `emacs` and `text`. Its JSON is
read by the names of its fields.

## Versions seen

Psalm 3 to 6, from its documentation.
"#;

static LINES: [Pattern; 2] = [Pattern::of(ErrorType::Type, r"^(?<severity>ERROR|INFO): (?<code>[A-Z]\w+) - {file}:{line}:{column} - {message}(?: \(see https?://\S+\))?$").broken(&["ParseError"]), Pattern::of(ErrorType::Type, r"^(?<file>(?:[A-Za-z]:)?[^:]+\.php):{line}:{column}: ?(?<severity>error|warning|info) - (?:(?<code>[A-Z]\w+): )?{message}(?: \(see https?://\S+\))?$").broken(&["ParseError"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "console",
        "ERROR: UndefinedMethod - src/Shop.php:12:15 - Method Shop::totl does not exist (see https://psalm.dev/022)\n",
        r#"[{"type": "type", "severity": "error", "code": "UndefinedMethod", "file": "src/Shop.php", "line": 12, "column": 15, "message": "Method Shop::totl does not exist"}]"#,
    ),
    Example::new(
        "emacs",
        "src/Shop.php:12:15:error - UndefinedMethod: Method Shop::totl does not exist (see https://psalm.dev/022)\n",
        r#"[{"type": "type", "severity": "error", "code": "UndefinedMethod", "line": 12, "column": 15}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "psalm",
    "Psalm, in its console, emacs and compact formats",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
