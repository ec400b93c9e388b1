//! HAProxy's configuration test.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" parsing ["]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`[ALERT] (1234) : config : parsing [FILE:3] : message` and `[WARNING]` of the same shape.

## Versions seen

HAProxy 1.8 to 3.0, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^\[(?<severity>ALERT|WARNING|NOTICE)\] *(?:\d+/\d+ )?\(\d+\) : (?:config : )?parsing \[(?<file>[^\]]+):{line}\] ?: {message}$",
)
.words(&[("ALERT", Severity::Error)])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a keyword that does not exist",
    r#"[ALERT]    (1234) : config : parsing [/etc/haproxy/haproxy.cfg:3] : unknown keyword 'foo' in 'global' section
"#,
    r#"[{"severity": "error", "file": "/etc/haproxy/haproxy.cfg", "line": 3, "message": "unknown keyword 'foo' in 'global' section"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("haproxy", "HAProxy's configuration test", DOCS, &[], &EXAMPLES);
