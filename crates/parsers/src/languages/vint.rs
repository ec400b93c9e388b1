//! Vint and vimlparser: linters of Vim script.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["vim:", "vimrc:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:5: severity: message (see :help x)`, and vimlparser's `FILE:3:5: vimlparser: E492: message`.

## Versions seen

Vint 0.3, vimlparser 0.2, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^{file}:{line}:{column}: (?:vimlparser: )(?:(?<code>E\d+): )?{message}$"),
    Pattern::lint(r"^(?<file>{drive}[^:\s][^:]*vim(?:rc)?):{line}:{column}: (?<severity>error|warning|style_problem): (?:(?<code>\w+): )?{message}$")
        .words(&[("style_problem", Severity::Info)]),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Vint",
        r#"plugin/shop.vim:3:1: style_problem: Prefer single quoted strings (see Google VimScript Style Guide (Strings))
"#,
        r#"[{"type": "lint", "severity": "info", "file": "plugin/shop.vim", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "vimlparser",
        r#"autoload/shop.vim:6:1: vimlparser: E492: Not an editor command: Unko
"#,
        r#"[{"type": "syntax", "severity": "error", "code": "E492", "line": 6, "column": 1, "message": "Not an editor command: Unko"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "vint",
    "Vint and vimlparser: linters of Vim script",
    DOCS,
    &[Cow::Borrowed("vim")],
    &EXAMPLES,
);
