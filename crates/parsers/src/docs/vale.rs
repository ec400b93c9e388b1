//! Vale.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".md:", ".rst:", ".adoc:", ".txt:", ".tex:", ".html:"]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

The style `line` (`FILE:1:5:Check.Rule:message`). The style `CLI` is a table below the file's name, and JSON
is read by the names of its fields.

## Versions seen

Vale 2 and 3, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}:(?<code>[A-Z]\w*\.[A-Z]\w*|[\w-]+\.[A-Z]\w*):{message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "line",
    "README.md:12:34:write-good.Weasel:'very' is a weasel word!\n",
    r#"[{"type": "lint", "severity": "warning", "code": "write-good.Weasel", "file": "README.md", "line": 12, "column": 34, "message": "'very' is a weasel word!"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("vale", "Vale", DOCS, &[Cow::Borrowed("markdown")], &EXAMPLES);
