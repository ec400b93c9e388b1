//! tools that frame their source with miette.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["╭─[", ",-["])
        .priority(4)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

A sign for the severity and the message, and below it `╭─[FILE:3:5]` and the quoted lines.

## Versions seen

miette 5 to 7, from its documentation.
"#;

static ROWS: [Pattern; 1] = [
    Pattern::compiler(r"^ *(?:,-|╭─)\[{file}:{line}:{column}\]$").words(&[
        ("x", Severity::Error),
        ("×", Severity::Error),
        ("!", Severity::Warning),
        ("⚠", Severity::Warning),
        ("☞", Severity::Info),
    ]),
];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^ *(?<severity>[x×!⚠☞]) (?:\[(?<code>[\w:.-]+)\] )?{message}$",
    &ROWS,
)
.patient(60)
.skipping(r"^ *(?:\d* *[|│:·].*|`-+|╰─+.*)$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    r#"  × unknown field `nam`
   ╭─[config.kdl:3:5]
 2 │ a
 3 │ nam "x"
   · ─┬─
   ╰────
"#,
    r#"[{"severity": "error", "file": "config.kdl", "line": 3, "column": 5, "message": "unknown field `nam`"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "miette",
    "tools that frame their source with miette",
    DOCS,
    &[],
    &EXAMPLES,
);
