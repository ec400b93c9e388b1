//! oelint-adv: BitBake recipes.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[":oelint."]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:error:rule:message`.

## Versions seen

oelint-adv 2 to 5, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:(?<severity>error|warning|info):(?<code>oelint\.[\w.-]+):{message}(?: \[branch:.*\])?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "/home/dev/project/shop.bb:3:warning:oelint.var.mandatoryvar.LICENSE:Variable 'LICENSE' should be set\n",
    r#"[{"type": "lint", "severity": "warning", "code": "oelint.var.mandatoryvar.LICENSE", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "oelint-adv",
    "oelint-adv: BitBake recipes",
    DOCS,
    &[Cow::Borrowed("bitbake")],
    &EXAMPLES,
);
