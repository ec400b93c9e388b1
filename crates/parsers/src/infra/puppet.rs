//! puppet parser validate.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Could not parse", " (file: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Error: Could not parse for environment E: message (file: F, line: 3, column: 5)`, and the older
`message at F:3:5`; what is found out when a manifest is evaluated, `Error: Evaluation Error: ...`, and warnings.

## Versions seen

Puppet 7.23; 3 to 8 from its documentation.
"#;

static LINES: [Pattern; 5] = [
    Pattern::syntax(
        r"^(?:(?<severity>Error|err): )?Could not parse (?:for environment \w+|configuration file)?: {message} \(file: (?<file>[^,)]+)\)(?: on node .*)?$",
    ),
    Pattern::of(
        ErrorType::Runtime,
        r"^(?<severity>Error): (?<message>(?:Evaluation Error|Could not retrieve catalog|Server Error|Function lookup).*?)(?: at|;)? \(file: (?<file>[^,)]+)(?:, line: {line}(?:, column: {column})?)?\)(?: on node .*)?$",
    ),
    Pattern::lint(
        r"^(?<severity>Warning): {message} \(file: (?<file>[^,)]+), line: {line}(?:, column: {column})?\)$",
    ),
    Pattern::syntax(
        r"^(?:(?<severity>Error|err): )?Could not parse (?:for environment \w+|configuration file)?: {message}(?: at|;)? \(file: (?<file>[^,]+), line: {line}(?:, column: {column})?\)(?: on node .*)?$",
    ),
    Pattern::syntax(
        r"^(?:(?<severity>Error|err): )?Could not parse (?:for environment \w+|configuration file)?: {message} at {file}:{line}(?::{column})?(?: on node .*)?$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "evaluated",
        "Warning: Unknown variable: 'y'. (file: /home/dev/project/c.pp, line: 1, column: 10)\nError: Evaluation Error: Missing title. The title expression resulted in undef (file: /home/dev/project/c.pp, line: 1, column: 10) on node web\nError: Could not parse for environment production: Syntax error at end of input (file: /home/dev/project/b.pp)\n",
        r#"[{"severity": "warning", "type": "lint", "file": "/home/dev/project/c.pp", "line": 1, "column": 10, "message": "Unknown variable: 'y'."},
            {"severity": "error", "type": "runtime", "line": 1}, {"type": "syntax", "file": "/home/dev/project/b.pp", "message": "Syntax error at end of input"}]"#,
    ),
    Example::new(
        "a syntax error",
        "Error: Could not parse for environment production: Syntax error at 'ensure' (file: /home/dev/project/init.pp, line: 3, column: 5)\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/init.pp", "line": 3, "column": 5, "message": "Syntax error at 'ensure'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "puppet",
    "puppet parser validate",
    DOCS,
    &[Cow::Borrowed("puppet")],
    &EXAMPLES,
);
