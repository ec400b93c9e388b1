//! PHP Mess Detector, in text.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".php:", ".php\t"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:5<tab>Rule<tab>message`, and before version 2.11 without the rule; `FILE<tab>-<tab>message` when it
could not be read.

## Versions seen

PHPMD 2.6 to 2.15, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<file>(?:[A-Za-z]:)?[^:]+\.php):{line}(?:\t| {2,})(?:(?<code>[A-Z]\w+)(?:\t| {2,}))?{message}$",
    ),
    Pattern::syntax(
        r"^(?<file>(?:[A-Za-z]:)?[^:\t]+\.php)\t-\t{message}(?:, line: (?<line>\d+), col: (?<column>\d+), file: .*)?$",
    ),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "/home/dev/project/Shop.php:5      UnusedLocalVariable  Avoid unused local variables such as '$unused'.\n",
    r#"[{"type": "lint", "severity": "warning", "code": "UnusedLocalVariable", "line": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "phpmd",
    "PHP Mess Detector, in text",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
