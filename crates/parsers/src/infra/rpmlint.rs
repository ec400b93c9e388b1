//! rpmlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": W: ", ": E: ", ": I: "])
        .priority(4)
        .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`shop.spec:3: W: rule detail`, and `shop.x86_64: W: rule detail` of packages.

## Versions seen

rpmlint 1 and 2, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<file>\S+\.(?:spec|rpm|src|noarch|x86_64|i\d86|aarch64)):(?:{line}:)? (?<severity>[EWI]): (?<code>[a-z]\w*(?:[-_][%\w]+)*) (?:in line \d+ )?{message}$",
    ),
    Pattern::lint(
        r"^(?<file>\S+\.(?:spec|rpm|src|noarch|x86_64|i\d86|aarch64)):(?:{line}:)? (?<severity>[EWI]): (?<message>(?<code>[a-z]\w*(?:[-_][%\w]+)*))$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        "shop.spec:3: W: non-standard-group Undefined\n",
        r#"[{"type": "lint", "severity": "warning", "code": "non-standard-group", "file": "shop.spec", "line": 3, "message": "Undefined"}]"#,
    ),
    Example::new(
        "a package",
        "shop.x86_64: W: no-documentation\nshop.spec: E: no-%prep-section\n",
        r#"[{"severity": "warning", "code": "no-documentation", "file": "shop.x86_64"}, {"severity": "error", "code": "no-%prep-section", "file": "shop.spec"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("rpmlint", "rpmlint", DOCS, &[Cow::Borrowed("rpm")], &EXAMPLES);
