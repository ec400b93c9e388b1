//! Meson.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["meson.build:", "meson.options:", "meson_options.txt:"]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`meson.build:2:0: ERROR: message`, and warnings and deprecations. Columns count from 0.

## Versions seen

Meson 1.12.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Build,
    r"^(?<file>{drive}(?:[^:]*[/\\])?meson(?:\.build|\.options|_options\.txt)):{line}:{column}: (?<severity>[A-Z]+): {message}$",
)
.columns_from_zero()
.broken(&["Expecting ", "Unclosed ", "lexer", "Newline missing"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a missing file",
        "mes/meson.build:2:0: ERROR: File nope.c does not exist.\n",
        r#"[{"type": "build", "severity": "error", "file": "mes/meson.build", "line": 2, "column": 1, "message": "File nope.c does not exist."}]"#,
    ),
    Example::new(
        "text that is not in the language",
        "meson.build:4:9: ERROR: Expecting rparen got eof.\n",
        r#"[{"type": "syntax", "file": "meson.build", "line": 4, "column": 10}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("meson", "Meson", DOCS, &[Cow::Borrowed("meson")], &EXAMPLES);
