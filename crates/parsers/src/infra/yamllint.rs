//! yamllint, in its standard and parsable formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["[error]", "[warning]", "  error ", "  warning "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The formats `parsable` (`app.yml:2:4: [error] wrong indentation (indentation)`), `standard` and `colored`
(a table below the file's name) and `auto`. `syntax error` is YAML that does not parse.

## Versions seen

yamllint 1.38.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}: \[(?<severity>error|warning)\] {message}(?: \((?<code>[a-z-]+)\))?$",
)
.broken(&["syntax"])];

static ROWS: [Pattern; 1] =
    [
        Pattern::lint(r"^ +{line}:{column} +(?<severity>error|warning) +{message} +\((?<code>[a-z-]+)\)$")
            .broken(&["syntax"]),
    ];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<file>\S.*\.(?:ya?ml|yamllint|clang-format))$",
    &ROWS,
)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "parsable",
        "app.yml:2:4: [error] wrong indentation: expected 2 but found 3 (indentation)\n",
        r#"[{"type": "lint", "severity": "error", "code": "indentation", "line": 2, "column": 4, "message": "wrong indentation: expected 2 but found 3"}]"#,
    ),
    Example::new(
        "standard",
        r#"./app.yml
  1:1       warning  missing document start "---"  (document-start)
  3:1       error    syntax error: expected <block end>, but found '-'  (syntax)

"#,
        r#"[{"severity": "warning", "code": "document-start", "file": "./app.yml", "line": 1}, {"type": "syntax", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "yamllint",
    "yamllint, in its standard and parsable formats",
    DOCS,
    &[Cow::Borrowed("yaml")],
    &EXAMPLES,
);
