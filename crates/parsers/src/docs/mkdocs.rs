//! MkDocs.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["WARNING -  ", "ERROR   -  "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`WARNING -  message` and `ERROR   -  message`, of the configuration, of plug-ins, and of links in pages:
`Doc file 'a.md' contains a link 'b.md', but ...`.

## Versions seen

MkDocs 1.6; earlier ones from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<severity>WARNING|ERROR) +-  (?<message>Doc(?:umentation)? file '(?<file>[^']+)' .+)$",
    ),
    Pattern::lint(r"^(?<severity>WARNING|ERROR) +-  {message}$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a link",
        "WARNING -  Doc file 'a.md' contains a link 'nope.md', but the target is not found among documentation files.\n",
        r#"[{"type": "lint", "severity": "warning", "file": "a.md", "message": "Doc file 'a.md' contains a link 'nope.md', but the target is not found among documentation files."}]"#,
    ),
    Example::new(
        "the configuration",
        "ERROR   -  Config value 'theme': Unrecognised theme name: 'nope'.\n",
        r#"[{"type": "lint", "severity": "error", "message": "Config value 'theme': Unrecognised theme name: 'nope'."}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("mkdocs", "MkDocs", DOCS, &[Cow::Borrowed("markdown")], &EXAMPLES);
