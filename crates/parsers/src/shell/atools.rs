//! apkbuild-lint of atools.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[":[AL"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`IC:[AL8]:APKBUILD:2:message`: how serious (Serious, Important, Minor, sTyle), how certain, the rule.

## Versions seen

atools 20, from its documentation.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^(?<severity>[SIMT][CP]):\[(?<code>AL\d*)\]:(?<file>{drive}[^:]+):{line}:{message}$")
            .words(&[
                ("SC", Severity::Error),
                ("IC", Severity::Error),
                ("SP", Severity::Warning),
                ("IP", Severity::Warning),
                ("MC", Severity::Warning),
                ("MP", Severity::Warning),
                ("TC", Severity::Warning),
                ("TP", Severity::Warning),
            ]),
    ];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "IC:[AL8]:APKBUILD:2:trailing whitespace\n",
    r#"[{"type": "lint", "severity": "error", "code": "AL8", "file": "APKBUILD", "line": 2, "message": "trailing whitespace"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "atools",
    "apkbuild-lint of atools",
    DOCS,
    &[Cow::Borrowed("shell")],
    &EXAMPLES,
);
