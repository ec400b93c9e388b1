//! configuration tests of cron, logrotate, Postfix, HAProxy, Apache and Prometheus.

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
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
            " parsing [",
            "yntax error on line ",
            "AH00",
            "warning: /",
            ".cf, line ",
            "yml: ",
            "yaml: "
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- crontab: `"FILE":3: bad minute`;
- logrotate: `error: FILE:3 message`;
- Postfix: `postconf: warning: FILE, line 3: message`;
- HAProxy: `[ALERT] (1) : config : parsing [FILE:3] : message`;
- Apache: `Syntax error on line 3 of FILE: message`, the message also on the next line;
- promtool: `FILE: 3:5: message`.

## Versions seen

HAProxy 2.6, Apache 2.4.62; cron 3, logrotate 3, Postfix 3 and Prometheus 2 from their documentation.
"#;

static LINES: [Pattern; 7] = [
    Pattern::syntax(
        r"^(?:\S+: |AH\d+: \S+: )?Syntax error on line {line} of (?<file>[^:]+):(?: \S+:\d+:)? *(?<message>\S.*)$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^(?<code>AH00\d+): (?:\S+: )?(?<message>(?:Configuration error|Could not open|Unable to open).*)$",
    ),
    Pattern::syntax(r"^\[(?<severity>ALERT|WARNING)\] .*?parsing \[(?<file>[^\]:]+):{line}\] ?: {message}$")
        .words(&[("ALERT", Severity::Error)]),
    Pattern::syntax(r#"^"(?<file>[^"]+)":{line}: (?<message>(?:bad |command too long|missing newline).*)$"#),
    Pattern::compiler(r"^(?<severity>error|warning): (?<file>/[^: ]+):{line} {message}$"),
    Pattern::compiler(
        r"^(?:\S+/)?(?:post\w+)(?:\[\d+\])?: (?<severity>fatal|error|warning): (?<file>/[^,:]+), line {line}: {message}$",
    ),
    Pattern::compiler(r"^ *(?<file>{drive}[^:\s]+\.ya?ml): {line}:{column}: {message}$"),
];

static BELOW: [Part; 2] = [
    Part::one(r"^(?:(?<code>AH\d+): )?(?:\S+: )?Syntax error on line {line} of (?<file>[^:]+): *$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &BELOW)];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "Apache",
        "apache2: Syntax error on line 2 of /home/dev/project/h2.conf: /home/dev/project/h2.conf:2: <VirtualHost> was not closed.\nAH00534: apache2: Configuration error: No MPM loaded.\n",
        r#"[{"type": "syntax", "file": "/home/dev/project/h2.conf", "line": 2, "message": "<VirtualHost> was not closed."},
            {"type": "build", "severity": "error", "code": "AH00534", "message": "Configuration error: No MPM loaded."}]"#,
    ),
    Example::new(
        "Apache, with the reason on the next line",
        "AH00526: Syntax error on line 2 of /etc/apache2/apache2.conf:\nInvalid command 'Nope', perhaps misspelled or defined by a module not included in the server configuration\n",
        r#"[{"type": "syntax", "file": "/etc/apache2/apache2.conf", "line": 2, "code": "AH00526",
             "message": "Invalid command 'Nope', perhaps misspelled or defined by a module not included in the server configuration"}]"#,
    ),
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
    "configuration tests of cron, logrotate, Postfix, HAProxy, Apache and Prometheus",
    DOCS,
    &[],
    &EXAMPLES,
);
