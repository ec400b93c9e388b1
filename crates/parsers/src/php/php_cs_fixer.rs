//! PHP CS Fixer.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".php"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

The numbered list of files that would change, with the fixers that would change them.

## Versions seen

PHP CS Fixer 2 and 3, from its documentation.
"#;

static LINES: [Pattern; 1] = [
    Pattern::lint(r"^ +\d+\) (?<file>\S+\.php) \((?<code>[a-z]\w+(?:, \w+)*)\)$")
        .severity(Severity::Error)
        .saying("not formatted"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a file",
    "   1) src/Shop.php (braces, single_quote)\n",
    r#"[{"type": "lint", "severity": "error", "code": "braces, single_quote", "file": "src/Shop.php", "message": "not formatted"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "php-cs-fixer",
    "PHP CS Fixer",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
