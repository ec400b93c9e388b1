//! nginx -t.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["[emerg]", "[alert]", "[crit]", "[warn]"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`nginx: [emerg] message in /etc/nginx/nginx.conf:3`.

## Versions seen

nginx 1.2 to 1.27, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^(?:nginx: )?\[(?<severity>emerg|alert|crit|error|warn)\] (?:\d+#\d+: )?{message} in {file}:{line}$",
)
.words(&[
    ("emerg", Severity::Error),
    ("alert", Severity::Error),
    ("crit", Severity::Error),
])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an unknown directive",
    r#"nginx: [emerg] unknown directive "servr" in /etc/nginx/nginx.conf:3
"#,
    r#"[{"type": "build", "severity": "error", "file": "/etc/nginx/nginx.conf", "line": 3, "message": "unknown directive \"servr\""}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("nginx", "nginx -t", DOCS, &[Cow::Borrowed("nginx")], &EXAMPLES);
