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

`nginx: [emerg] message in /etc/nginx/nginx.conf:3`, and the same with the date, as it goes to the log.

## Versions seen

nginx 1.22.1; 1.2 to 1.27 from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^(?:nginx: |\d{4}/\d\d/\d\d \d\d:\d\d:\d\d )?\[(?<severity>emerg|alert|crit|error|warn)\] (?:\d+#\d+: )?{message} in {file}:{line}$",
)
.words(&[
    ("emerg", Severity::Error),
    ("alert", Severity::Error),
    ("crit", Severity::Error),
])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the log",
        "2026/11/22 10:39:21 [emerg] 16722#16722: unexpected end of file, expecting \"}\" in /home/dev/project/c.conf:3\nnginx: configuration file /home/dev/project/c.conf test failed\n",
        r#"[{"severity": "error", "file": "/home/dev/project/c.conf", "line": 3, "message": "unexpected end of file, expecting \"}\""}]"#,
    ),
    Example::new(
        "an unknown directive",
        r#"nginx: [emerg] unknown directive "servr" in /etc/nginx/nginx.conf:3
"#,
        r#"[{"type": "build", "severity": "error", "file": "/etc/nginx/nginx.conf", "line": 3, "message": "unknown directive \"servr\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("nginx", "nginx -t", DOCS, &[Cow::Borrowed("nginx")], &EXAMPLES);
