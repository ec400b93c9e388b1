//! puppet-lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["WARNING: ", "ERROR: ", ".pp:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

The default format (`WARNING: message on line 3`, with the file before it when there are several), and
the format `%{path}:%{line}:%{check}:%{KIND}:%{message}`.

## Versions seen

puppet-lint 1 to 4.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?:(?<file>\S.*\.pp) - )?(?<severity>WARNING|ERROR): {message} on line {line}(?: col(?:umn)? {column})?(?: \(check: (?<code>\w+)\))?$",
    ),
    Pattern::lint(
        r"^(?<file>{drive}[^:]+\.pp):{line}:(?:{column}:)?(?<code>\w+):(?<severity>WARNING|ERROR|warning|error):\s*{message}$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "with a file",
        "manifests/init.pp - WARNING: double quoted string containing no variables on line 3 (check: double_quoted_strings)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "double_quoted_strings", "file": "manifests/init.pp", "line": 3, "message": "double quoted string containing no variables"}]"#,
    ),
    Example::new(
        "by a format of its own",
        "manifests/init.pp:3:80chars:WARNING:line has more than 80 characters\n",
        r#"[{"code": "80chars", "line": 3, "severity": "warning"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "puppet-lint",
    "puppet-lint",
    DOCS,
    &[Cow::Borrowed("puppet")],
    &EXAMPLES,
);
