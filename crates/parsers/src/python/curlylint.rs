//! curlylint: Jinja and Django templates.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\tparse_error",
            "\taria_role",
            "\tdjango_",
            "\thtml_has_lang",
            "\timage_alt",
            "\tindent",
            "\tmeta_viewport",
            "\tno_autofocus",
            "\ttabindex_"
        ]
    )
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

Rows below a file's name: line and column, message and rule, parted by tabs.

## Versions seen

curlylint 0.13.
"#;

static ROWS: [Pattern; 1] =
    [Pattern::lint(r"^{line}:{column}\t{message}\t(?<code>[a-z_]+)$").broken(&["parse_error"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*)$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"templates/shop.html
2:3	Parse error: expected one of 'if', 'with' at 2:3	parse_error
5:1	The `alt` attribute is missing	image_alt
"#,
    r#"[{"type": "syntax", "code": "parse_error", "file": "templates/shop.html", "line": 2, "column": 3}, {"type": "lint", "severity": "warning", "code": "image_alt", "file": "templates/shop.html", "line": 5, "message": "The `alt` attribute is missing"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "curlylint",
    "curlylint: Jinja and Django templates",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);
