//! oxlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ",-[",
            "╭─[",
            ")]",
            ": error ",
            ": warning ",
            "  warning  ",
            "  error  ",
            "\"causes\"",
            "\"labels\""
        ]
    )
    .confirmed_by(may_name_rule)
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

/// After `: error ` comes `plugin(rule)`, and compilers have other words there.
fn may_name_rule(output: &[u8], end: usize) -> bool {
    if ![b": error ".as_slice(), b": warning "]
        .iter()
        .any(|label| output[..end].ends_with(label))
    {
        return true;
    }
    let rest = output[end..].iter();
    let plugin = rest
        .take_while(|byte| byte.is_ascii_lowercase() || matches!(byte, b'0'..=b'9' | b'-' | b'_'))
        .count();
    plugin > 0 && output.get(end + plugin) == Some(&b'(')
}

const DOCS: &str = r#"
## What it understands

A mark for the severity, `plugin(rule): message`, below it the place (`,-[FILE:4:10]`, or with the
lines of Unicode) and the quoted lines; the formats `unix`, `agent`, `stylish` and `json`.

## Versions seen

oxlint 1.94.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}:{column}: {message} \[(?<severity>Error|Warning|Advice)/(?<code>[\w-]+\([\w@/.-]+\))\]$",
    ),
    Pattern::lint(
        r"^{file}:{line}:{column}: (?<severity>error|warning|advice) (?<code>[\w-]+\([\w@/.-]+\)): {message}(?: help: (?<advice>.+))?$",
    ),
];

static ROWS_1: [Pattern; 1] = [Pattern::lint(
    r"^ +{line}:{column} +(?<severity>error|warning|advice)  {message}  (?<code>[\w-]+\([\w@/.-]+\))$",
)];

static ROWS_2: [Pattern; 1] = [Pattern::lint(r"^ *(?:,-|╭─)\[{file}:{line}:{column}\]$").words(&[
    ("x", Severity::Error),
    ("×", Severity::Error),
    ("!", Severity::Warning),
    ("⚠", Severity::Warning),
])];

static ROWS_3: [Pattern; 1] = [Pattern::syntax(
    r"^ *(?:,-|╭─)\[(?<file>{drive}[^\[\]:]+\.(?:[cm]?[jt]sx?|vue|svelte|astro)):{line}:{column}\]$",
)
.words(&[
    ("x", Severity::Error),
    ("×", Severity::Error),
    ("!", Severity::Warning),
    ("⚠", Severity::Warning),
])];

/// SWC writes a column of 1 whatever the marks below it say.
static ROWS_4: [Pattern; 1] = [Pattern::syntax(
    r"^ *(?:,-|╭─)\[(?<file>{drive}[^\[\]:]+\.(?:[cm]?[jt]sx?|vue|svelte|astro)):{line}:1\]$",
)
.words(&[
    ("x", Severity::Error),
    ("×", Severity::Error),
    ("!", Severity::Warning),
    ("⚠", Severity::Warning),
])];

static LISTINGS: [Listing; 4] = [
    Listing::new(r"^(?<file>\S.*\.(?:[cm]?[jt]sx?|vue|svelte|astro))$", &ROWS_1),
    Listing::new(
        r"^ *(?<severity>[x×!⚠]) (?<code>[\w-]+\([\w@/.-]+\)): {message}$",
        &ROWS_2,
    )
    .patient(60)
    .skipping(r"^ *(?:\d* *[|│:·].*|`-+|╰─+.*)$"),
    Listing::new("^ *(?<severity>[x×!⚠]) {message}$", &ROWS_4)
        .patient(60)
        .marked()
        .skipping(r"^ *(?:\d* *[|│:·].*|`-+|╰─+.*)$"),
    Listing::new("^ *(?<severity>[x×!⚠]) {message}$", &ROWS_3)
        .patient(60)
        .skipping(r"^ *(?:\d* *[|│:·].*|`-+|╰─+.*)$"),
];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "filename"),
    (Field::Line, "labels.0.span.line"),
    (Field::Column, "labels.0.span.column"),
    (Field::Severity, "severity"),
    (Field::Code, "code"),
    (Field::Message, "message"),
    (Field::Advice, "help"),
];

static RECORDS: [Records; 1] = [Records::lint("diagnostics.*", &FIELDS).needing(&["labels", "filename"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "SWC",
        "  x Expected a semicolon
   ,-[shop.js:3:1]
 2 | let a
 3 | const b b = 3;
   :         ^
   `----
",
        r#"[{"type": "syntax", "severity": "error", "file": "shop.js", "line": 3, "column": 9, "message": "Expected a semicolon"}]"#,
    ),
    Example::new(
        "a finding",
        "  ! eslint(no-unused-vars): Function 'f' is declared but never used.
   ,-[shop.js:4:10]
 3 | if (y == x) { debugger; }
 4 | function f(a) { return a }
   :          |
   :          `-- 'f' is declared here
   `----
  help: Consider removing this declaration.
",
        r#"[{"type": "lint", "severity": "warning", "code": "eslint(no-unused-vars)", "file": "shop.js", "line": 4, "column": 10, "message": "Function 'f' is declared but never used."}]"#,
    ),
    Example::new(
        "code that does not parse",
        "  x Unexpected token
   ,-[bad.js:3:6]
 2 |   b: 1,
 3 |   c: ;
   :      ^
 4 | }
   `----
",
        r#"[{"type": "syntax", "severity": "error", "file": "bad.js", "line": 3, "column": 6, "message": "Unexpected token"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "oxlint",
    "oxlint",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
