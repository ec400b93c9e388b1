//! appstreamcli validate.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["E: ", "W: ", "I: ", "P: "])
        .confirmed_by(begins_line)
        .lines(&LINES)
);

/// Whether the letter that ends before byte `end` is the first of its line.
fn begins_line(output: &[u8], end: usize) -> bool {
    format::may_begin_line(output, end, "E: ".len())
}

const DOCS: &str = r#"
## What it understands

`E: COMPONENT:3: tag what it is about`, with `~` where there is no line. The file is not told. Pedantic remarks
(`P`) are remarks.

## Versions seen

AppStream 0.16.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<severity>[EWIP]): [^:]+:{line}: (?<message>(?<code>[a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?: .*)?)$",
    )
    .words(&[("P", Severity::Info)]),
    Pattern::lint(
        r"^(?<severity>[EWIP]): [^:]+:~: (?<message>(?<code>[a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?: .*)?)$",
    )
    .words(&[("P", Severity::Info)]),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    "E: org.example.App:8: release-time-missing date\nI: org.example.App:~: content-rating-missing\n",
    r#"[{"type": "lint", "severity": "error", "code": "release-time-missing", "line": 8, "message": "release-time-missing date"},
        {"severity": "info", "code": "content-rating-missing"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("appstream", "appstreamcli validate", DOCS, &[], &EXAMPLES);
