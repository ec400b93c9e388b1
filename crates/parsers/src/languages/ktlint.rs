//! ktlint and detekt.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".kt:", ".kts:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

ktlint: `A.kt:3:5: message (standard:rule)`; detekt: `A.kt:3:5: message [Rule]` and
`Rule - [name] at A.kt:3:5`.

## Versions seen

ktlint 0.40 to 1.3, detekt 1.0 to 1.23, from their documentation.
"#;

static LINES: [Pattern; 3] = [Pattern::lint(r"^(?<file>(?:[A-Za-z]:)?[^:\s][^:]*\.kts?):{line}:{column}: {message} \((?<code>[a-z][\w-]*(?::[\w-]+)?)\)$").broken(&["Not a valid Kotlin file"]), Pattern::lint(r"^(?<file>(?:[A-Za-z]:)?[^:\s][^:]*\.kts?):{line}:{column}: {message} \[(?<code>[A-Z]\w+)\]$").broken(&["Not a valid Kotlin file"]), Pattern::lint(r"^\s*(?<code>[A-Z]\w+) - (?:\d+/\d+ - )?(?<message>\[.+\]) at (?<file>{drive}[^:]+\.kts?):{line}:{column}(?: - .*)?$").broken(&["Not a valid Kotlin file"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "ktlint",
        "src/main/kotlin/Shop.kt:3:1: Wildcard import (cannot be auto-corrected) (standard:no-wildcard-imports)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "standard:no-wildcard-imports", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "detekt",
        "/home/dev/project/Shop.kt:3:13: This method is too long. [LongMethod]\n",
        r#"[{"type": "lint", "severity": "warning", "code": "LongMethod", "line": 3}]"#,
    ),
    Example::new(
        "detekt, in its report",
        "\tMagicNumber - [total] at /home/dev/project/Shop.kt:7:12\n",
        r#"[{"code": "MagicNumber", "line": 7, "column": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ktlint",
    "ktlint and detekt",
    DOCS,
    &[Cow::Borrowed("kotlin")],
    &EXAMPLES,
);
