//! Vint and vimlparser: linters of Vim script.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["vim:", "vimrc:", "detected while processing "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`FILE:3:5: severity: message (see :help x)`, and vimlparser's `FILE:3:5: vimlparser: E492: message`.
Vim itself: `line    3:` and `E492: message` below `Error detected while processing FILE:`.

## Versions seen

Vint 0.3, vimlparser 0.2, Vim 8 and 9, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^{file}:{line}:{column}: (?:vimlparser: )(?:(?<code>E\d+): )?{message}$"),
    Pattern::lint(r"^(?<file>{drive}[^:\s][^:]*vim(?:rc)?):{line}:{column}: (?<severity>error|warning|style_problem): (?:(?<code>\w+): )?{message}$")
        .words(&[("style_problem", Severity::Info)]),
];

static ROWS: [Pattern; 1] = [Pattern::of(ErrorType::Runtime, "^line +{line}:$")];

static LISTINGS: [Listing; 1] = [Listing::new(
    "^Error detected while processing (?<file>{drive}[^:\\s]+):$",
    &ROWS,
)
.continued(r"^(?<code>E\d+): {message}$")];

static EXAMPLES: [Example; 3] = [
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
    Example::new(
        "Vim",
        "Error detected while processing /home/dev/.vimrc:\nline    3:\nE492: Not an editor command: foo\n",
        r#"[{"type": "runtime", "severity": "error", "code": "E492", "file": "/home/dev/.vimrc", "line": 3, "message": "Not an editor command: foo"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "vint",
    "Vint and vimlparser: linters of Vim script",
    DOCS,
    &[Cow::Borrowed("vim")],
    &EXAMPLES,
);
