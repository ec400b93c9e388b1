//! KubeLinter.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["(object: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE: (object: ...) message (check: run-as-non-root, remediation: advice)`.

## Versions seen

KubeLinter 0.2 to 0.7, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}: \(object: .*?\) {message} \(check: (?<code>[\w-]+), remediation: (?<advice>.*)\)$",
)
.severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"shop.yaml: (object: default/shop apps/v1, Kind=Deployment) container "shop" is not set to runAsNonRoot (check: run-as-non-root, remediation: Set runAsUser to a non-zero number.)
"#,
    r#"[{"type": "lint", "severity": "error", "code": "run-as-non-root", "file": "shop.yaml", "message": "container \"shop\" is not set to runAsNonRoot"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "kube-linter",
    "KubeLinter",
    DOCS,
    &[Cow::Borrowed("yaml")],
    &EXAMPLES,
);
