//! quick-lint-js.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Note, register_parser};

use crate::format::{
    self, Flow, Open,
    grammar::{Field, Grammar, Pattern, Records},
    locate,
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["\"qflist\"", " [E0"])
        .lines(&LINES)
        .followed(follow)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`FILE:1:7: error: message [E0026]`, with its notes; and `--output-format=vim-qflist-json`.

## Versions seen

quick-lint-js 3; 2 from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(
        r"^(?<file>{drive}[^:]+\.(?:[cm]?[jt]sx?|json)|<stdin>):{line}:{column}: (?<severity>error): {message} \[{code}\]$",
    ),
    Pattern::lint(
        r"^(?<file>{drive}[^:]+\.(?:[cm]?[jt]sx?|json)|<stdin>):{line}:{column}: (?<severity>warning): {message} \[{code}\]$",
    ),
];

/// `FILE:2:15: note: message [E0141]`.
fn follow(open: &mut Open, line: &str) -> Flow {
    let code = open.diagnostic.code.as_deref().unwrap_or_default();
    let text = line.strip_suffix(']').and_then(|text| text.strip_suffix(code));
    let said = text.and_then(|text| text.strip_suffix(" ["));
    let placed = said.and_then(locate::at_start);
    let note = placed.and_then(|placed| {
        Some((
            placed.rest.strip_prefix(": note: ")?.to_owned(),
            placed.location(),
        ))
    });
    match note {
        Some((message, location)) => {
            open.diagnostic.notes.push(Note { message, location });
            Flow::Taken
        }
        None => Flow::Over,
    }
}

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "filename"),
    (Field::Line, "lnum"),
    (Field::Column, "col"),
    (Field::EndLine, "end_lnum"),
    (Field::LastColumn, "end_col"),
    (Field::Severity, "type"),
    (Field::Code, "nr"),
    (Field::Message, "text"),
];

/// Its errors are those of a parser, its warnings those of a linter, as in [`LINES`].
static RECORDS: [Records; 2] = [
    Records::of(ErrorType::Syntax, "qflist.*", &FIELDS).needing(&["lnum", "text", "type=E"]),
    Records::lint("qflist.*", &FIELDS).needing(&["lnum", "text", "type=W"]),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "for people",
        "shop.js:2:16: error: expected ')' to close function call [E0141]
shop.js:2:15: note: function call started here [E0141]
",
        r#"[{"type": "syntax", "severity": "error", "code": "E0141", "file": "shop.js", "line": 2, "column": 16,
        "message": "expected ')' to close function call", "notes": [{"line": 2, "column": 15}]}]"#,
    ),
    Example::new(
        "a warning",
        r#"{"qflist": [{"col": 5, "lnum": 2, "end_col": 9, "end_lnum": 2, "type": "W", "nr": "E0057", "vcol": 0, "text": "use of undeclared variable: totl"}]}
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "E0057", "line": 2, "column": 5, "end_column": 10}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "quick-lint-js",
    "quick-lint-js, for people and for Vim",
    DOCS,
    &[Cow::Borrowed("javascript")],
    &EXAMPLES,
);
