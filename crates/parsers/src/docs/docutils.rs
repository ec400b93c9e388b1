//! docutils and Sphinx.

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
            ": WARNING: ",
            ": ERROR: ",
            ": SEVERE: ",
            ": CRITICAL: ",
            ": INFO: "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:6: (ERROR/3) message` as docutils has it (rst2html), `FILE:6: WARNING: message [category]` of Sphinx, and
places within a docstring (`shop.py:docstring of shop.total:3: ERROR: message`).

## Versions seen

docutils 0.22, Sphinx 7 and 9.
"#;

static LINES: [Pattern; 3] = [Pattern::lint(r"^(?:checking consistency\.\.\. |[a-z ]+\.\.\. )?(?<file>{drive}[^:\s]+\.(?:rst|md|txt|ipynb))::? (?<severity>WARNING|ERROR|SEVERE|CRITICAL): {message}$").trailing_code(), Pattern::lint(r"^(?<file>{drive}[^:]+):docstring of [\w.]+(?::\d+)?: (?<severity>WARNING|ERROR|SEVERE|CRITICAL): {message}$").trailing_code(), Pattern::lint(r"^(?<file>{drive}[^:]+\.(?:rst|md|txt|ipynb|py)):{line}:(?:<\w+>:\d+:)? (?<severity>WARNING|ERROR|SEVERE|CRITICAL): {message}(?: \[(?<code>[\w.-]+)\])?$")];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "Sphinx",
        "/home/dev/project/docs/index.rst:6: WARNING: Unknown directive type: 'foo' [docutils]\n",
        r#"[{"type": "lint", "severity": "warning", "code": "docutils", "file": "/home/dev/project/docs/index.rst", "line": 6}]"#,
    ),
    Example::new(
        "a docstring",
        "/home/dev/project/shop.py:docstring of shop.total:3: ERROR: Unexpected indentation.\n",
        r#"[{"type": "lint", "severity": "error", "file": "/home/dev/project/shop.py", "message": "Unexpected indentation."}]"#,
    ),
    Example::new(
        "a whole document",
        "checking consistency... /home/dev/project/docs/x.rst: WARNING: document isn't included in any toctree\n",
        r#"[{"severity": "warning", "file": "/home/dev/project/docs/x.rst", "message": "document isn't included in any toctree"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "docutils",
    "docutils and Sphinx",
    DOCS,
    &[Cow::Borrowed("restructuredtext")],
    &EXAMPLES,
);
