//! configuration tests of cron, logrotate, Postfix and Prometheus.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "bad minute",
            "bad hour",
            "bad day-of",
            "bad month",
            "bad command",
            "bad username",
            "bad time",
            "error: /",
            "parsing [/",
            "warning: /",
            ".cf, line ",
            "yml: ",
            "yaml: "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

- crontab: `"FILE":3: bad minute`;
- logrotate: `error: FILE:3 message`;
- Postfix: `postconf: warning: FILE, line 3: message`;
- HAProxy: `[ALERT] (1) : config : parsing [FILE:3] : message`;
- promtool: `FILE: 3:5: message`.

## Versions seen

cron 3, logrotate 3, Postfix 3, HAProxy 2 and Prometheus 2, from their documentation.
"#;

static LINES: [Pattern; 5] = [
    Pattern::syntax(r"^\[(?<severity>ALERT|WARNING)\] .*?parsing \[(?<file>/[^\]:]+):{line}\] ?: {message}$")
        .words(&[("ALERT", Severity::Error)]),
    Pattern::syntax(r#"^"(?<file>[^"]+)":{line}: (?<message>(?:bad |command too long|missing newline).*)$"#),
    Pattern::compiler(r"^(?<severity>error|warning): (?<file>/[^: ]+):{line} {message}$"),
    Pattern::compiler(
        r"^(?:\S+/)?(?:post\w+)(?:\[\d+\])?: (?<severity>fatal|error|warning): (?<file>/[^,:]+), line {line}: {message}$",
    ),
    Pattern::compiler(r"^ *(?<file>{drive}[^:\s]+\.ya?ml): {line}:{column}: {message}$"),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "crontab",
        r#""/tmp/shop.crontab":3: bad minute
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "/tmp/shop.crontab", "line": 3, "message": "bad minute"}]"#,
    ),
    Example::new(
        "Postfix",
        r#"postconf: warning: /etc/postfix/main.cf, line 3: overriding earlier entry: a=b
"#,
        r#"[{"severity": "warning", "file": "/etc/postfix/main.cf", "line": 3}]"#,
    ),
    Example::new(
        "promtool",
        r#"rules.yml: 3:5: group "shop", rule 1, "total": could not parse expression
"#,
        r#"[{"severity": "error", "file": "rules.yml", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "HAProxy",
        "[ALERT]    (123) : config : parsing [/etc/haproxy/haproxy.cfg:3] : unknown keyword 'foo' in 'global' section\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/etc/haproxy/haproxy.cfg", "line": 3, "message": "unknown keyword 'foo' in 'global' section"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "daemons",
    "configuration tests of cron, logrotate, Postfix and Prometheus",
    DOCS,
    &[],
    &EXAMPLES,
);
