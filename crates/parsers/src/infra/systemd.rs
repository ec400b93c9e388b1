//! systemd-analyze verify.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".service:",
            ".timer:",
            ".socket:",
            ".mount:",
            ".target:",
            ".path:",
            ".network:",
            ": Command "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`/etc/systemd/system/a.service:5: message`; systemd ignores what it does not understand, so each is a
warning; `UNIT: Command x is not executable: reason` is an error.

## Versions seen

systemd 252; 247 to 256 from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Build,
        r"^(?<file>[^:\s]+\.(?:service|socket|mount|swap)): (?<message>Command .+ is not executable: .+)$",
    ),
    Pattern::lint(
        r"^(?:systemd\[\d+\]: )?(?<file>/?[^:\s]+\.(?:service|timer|socket|mount|automount|target|path|slice|scope|network|netdev|link)):{line}: {message}$",
    ),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "an unknown key",
    "/etc/systemd/system/shop.service:5: Unknown key name 'ExecStat' in section 'Service', ignoring.\n",
    r#"[{"type": "lint", "severity": "warning", "line": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "systemd",
    "systemd-analyze verify",
    DOCS,
    &[Cow::Borrowed("systemd")],
    &EXAMPLES,
);
