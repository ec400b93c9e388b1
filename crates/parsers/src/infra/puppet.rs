//! puppet parser validate.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Could not parse"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Error: Could not parse for environment E: message (file: F, line: 3, column: 5)`, and the older
`message at F:3:5`.

## Versions seen

Puppet 3 to 8, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(
        r"^(?:(?<severity>Error|err): )?Could not parse (?:for environment \w+|configuration file)?: {message}(?: at|;)? \(file: (?<file>[^,]+), line: {line}(?:, column: {column})?\)(?: on node .*)?$",
    ),
    Pattern::syntax(
        r"^(?:(?<severity>Error|err): )?Could not parse (?:for environment \w+|configuration file)?: {message} at {file}:{line}(?::{column})?(?: on node .*)?$",
    ),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a syntax error",
    "Error: Could not parse for environment production: Syntax error at 'ensure' (file: /home/dev/project/init.pp, line: 3, column: 5)\n",
    r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/init.pp", "line": 3, "column": 5, "message": "Syntax error at 'ensure'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "puppet",
    "puppet parser validate",
    DOCS,
    &[Cow::Borrowed("puppet")],
    &EXAMPLES,
);
