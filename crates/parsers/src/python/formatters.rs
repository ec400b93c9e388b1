//! What formats Python and Markdown, or removes what is not used: YAPF, autoflake, pycln and mdformat, when
//! they check.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::grammar::{Grammar, Pattern};

use super::describe;

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\t(reformatted)",
            ": Unused imports/variables detected",
            "would be removed!",
            "\" is not formatted."
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

The head of `yapf --diff`; `FILE: Unused imports/variables detected` of `autoflake --check`; pycln's
`  FILE:1:0 'import os' would be removed!`, whose columns count from 0; and mdformat's
`Error: File "FILE" is not formatted.`

## Versions seen

YAPF 0.43, autoflake 2.4, pycln 2.6, mdformat 1.0.
"#;

static LINES: [Pattern; 4] = [
    Pattern::lint(r"^\+\+\+ (?<file>\S.*)\t\(reformatted\)$")
        .saying("would be reformatted")
        .severity(Severity::Error),
    Pattern::lint(r"^(?<file>{drive}[^:]+): (?<message>Unused imports/variables detected)$")
        .severity(Severity::Error),
    Pattern::lint(r"^ +{file}:{line}:{column} (?<message>'.+' would be removed)!.*$")
        .columns_from_zero()
        .severity(Severity::Error),
    Pattern::lint(r#"^Error: File "(?<file>[^"]+)" (?<message>is not formatted)\.$"#)
        .severity(Severity::Error),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "YAPF",
        "--- src/b.py\t(original)\n+++ src/b.py\t(reformatted)\n@@ -1,1 +1,1 @@\n-f(a,b)\n+f(a, b)\n",
        r#"[{"type": "lint", "severity": "error", "file": "src/b.py", "message": "would be reformatted"}]"#,
    ),
    Example::new(
        "autoflake",
        "src/b.py: Unused imports/variables detected\n",
        r#"[{"type": "lint", "severity": "error", "file": "src/b.py", "message": "Unused imports/variables detected"}]"#,
    ),
    Example::new(
        "pycln",
        "  src/b.py:1:0 'import os' would be removed! 🔮\n  src/b.py 1 import would be removed! 🚀\n",
        r#"[{"type": "lint", "severity": "error", "file": "src/b.py", "line": 1, "column": 1, "message": "'import os' would be removed"}]"#,
    ),
    Example::new(
        "mdformat",
        "Error: File \"docs/d.md\" is not formatted.\n",
        r#"[{"type": "lint", "severity": "error", "file": "docs/d.md", "message": "is not formatted"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = describe(
    "python-formatters",
    "YAPF, autoflake, pycln and mdformat, when they check",
    DOCS,
    &EXAMPLES,
);
