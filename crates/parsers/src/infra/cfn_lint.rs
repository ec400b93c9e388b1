//! cfn-lint, in its default and parseable formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".yaml:", ".yml:", ".json:", ".template:"])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The default format (`E3012 message`, below it `template.yaml:96:7`) and `parseable`
(`template.yaml:96:7:96:15:E3012:message`). `E0000` is a template that does not parse.

## Versions seen

cfn-lint 0.80 to 1.58.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}:{end_line}:{end_column}:(?<code>(?<severity>[EWI])\d{4}):{message}$",
)
.broken(&["E0000"])];

static ROWS: [Pattern; 1] = [Pattern::lint("^{file}:{line}:{column}$").broken(&["E0000"])];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<code>(?<severity>[EWI])\d{4}) {message}$",
    &ROWS,
)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "default",
        "E3012 Property Resources/A/Properties/Port should be of type Integer
template.yaml:96:7

",
        r#"[{"type": "lint", "severity": "error", "code": "E3012", "file": "template.yaml", "line": 96, "column": 7}]"#,
    ),
    Example::new(
        "parseable",
        "template.yaml:97:7:97:15:W2509:AllowedPattern should be specified\n",
        r#"[{"severity": "warning", "code": "W2509", "line": 97, "column": 7, "end_line": 97, "end_column": 15}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "cfn-lint",
    "cfn-lint, in its default and parseable formats",
    DOCS,
    &[Cow::Borrowed("cloudformation"), Cow::Borrowed("yaml")],
    &EXAMPLES,
);
