//! systemd-analyze verify.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

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
            ".network:"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`/etc/systemd/system/a.service:5: message`; systemd ignores what it does not understand, so each is a
warning unless the unit is refused.

## Versions seen

systemd 247 to 256, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?:systemd\[\d+\]: )?(?<file>/?[^:\s]+\.(?:service|timer|socket|mount|automount|target|path|slice|scope|network|netdev|link)):{line}: {message}$",
)];

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
