//! PMD, in CSV and text.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\",\"1\",\"",
            "\",\"2\",\"",
            "\",\"3\",\"",
            "\",\"4\",\"",
            "\",\"5\",\"",
            ":\t"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

The formats `csv`, whose priorities 1 and 2 are errors as in PMD's SARIF, and `text`
(`FILE:18:<tab>Rule:<tab>message`).

## Versions seen

PMD 5 to 7, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r#"^"\d+","[^"]*","(?<file>[^"]+)","(?<severity>[1-5])","{line}","(?<message>(?:[^"]|"")*)","[^"]*","(?<code>[^"]+)"$"#,
    )
    .words(&[
        ("1", Severity::Error),
        ("2", Severity::Error),
        ("3", Severity::Warning),
        ("4", Severity::Warning),
        ("5", Severity::Info),
    ]),
    Pattern::lint(r"^{file}:{line}:\t(?<code>[A-Z]\w+):\t{message}$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "CSV",
        r#""1","shop","/home/dev/project/Shop.java","3","15","Avoid unused private fields such as 'total'.","Best Practices","UnusedPrivateField"
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "UnusedPrivateField", "file": "/home/dev/project/Shop.java", "line": 15}]"#,
    ),
    Example::new(
        "text",
        "/home/dev/project/Shop.java:18:\tNullAssignment:\tAssigning an Object to null is a code smell.\n",
        r#"[{"severity": "warning", "code": "NullAssignment", "line": 18}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pmd",
    "PMD, in CSV and text",
    DOCS,
    &[Cow::Borrowed("java"), Cow::Borrowed("apex")],
    &EXAMPLES,
);
