//! Prospector.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &TRIGGERS)
        .confirmed_by(heads_findings)
        .lines(&LINES)
        .listings(&LISTINGS)
        .records(&RECORDS)
);

/// Whether `.py:` is followed by a line, a column and nothing more, as above the findings for Emacs.
fn heads_findings(output: &[u8], end: usize) -> bool {
    if !output[..end].ends_with(b".py:") {
        return true;
    }
    let rest = output[end..].iter();
    let numbers = rest
        .take_while(|byte| byte.is_ascii_digit() || **byte == b':')
        .count();
    let place = &output[end..end + numbers];
    let ended = matches!(output.get(end + numbers), None | Some(b'\n' | b'\r'));
    ended && place.ends_with(b":") && place.iter().filter(|byte| **byte == b':').count() == 2
}

const DOCS: &str = r#"
## What it understands

- `grouped`, the default: a file, its lines, and below each line `pylint: bare-except / message (col 4)`.
- `text` and `emacs`: a file, the place and the code below it, the message below that.
- `pylint` and `pylint_parseable`: `shop.py:9:4: [bare-except(pylint), total]: message`.
- `json`: `messages`, with the tool's name, its code and the place.

Columns count from 0, as Prospector's output for Emacs has it, though it takes over from pycodestyle
columns that count from 1. It does not say how bad a finding is.

## Versions seen

Prospector 1.20.
"#;

static TRIGGERS: [&str; 16] = [
    ".py:",
    "\"messages\"",
    "(pylint",
    "(pycodestyle)",
    "(pydocstyle)",
    "(pyflakes)",
    "(mccabe)",
    "  Line: ",
    "    mccabe: ",
    "    pycodestyle: ",
    "    pyflakes: ",
    "    pylint: ",
    " pylint - ",
    " pycodestyle - ",
    " pyflakes - ",
    " mccabe - ",
];

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:(?:{column}:)? \[?{code}\((?:bandit|dodgy|frosted|mccabe|mypy|profile-validator|pycodestyle|pydocstyle|pyflakes|pylint|pyright|pyroma|ruff|vulture)\)(?:, [^\]]*)?\]?: {message}$",
)
.severity(Severity::Error)
.columns_from_zero()];

static GROUPED: [Pattern; 1] = [
    Pattern::lint(r"^    [a-z-]+: {code} / {message}(?: \(col {column}\))?$")
        .severity(Severity::Error)
        .columns_from_zero(),
];

static PLACED: [Pattern; 1] = [
    Pattern::lint(r"^    L{line}:(?:{column}|-) \S+: [a-z-]+ - {code}$")
        .severity(Severity::Error)
        .columns_from_zero(),
];

static LISTINGS: [Listing; 2] = [
    Listing::new(r"^  Line: {line}$", &GROUPED).remembered_below(r"^(?<file>\S.*)$"),
    Listing::new(
        r"^(?:[\w.]+ \()?(?<file>{drive}[^:()]+)\)?:(?:\d+:\d+:)?$",
        &PLACED,
    )
    .continued("^    {message}$"),
];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "location.path"),
    (Field::Line, "location.line"),
    (Field::Column, "location.character"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("messages.*", &FIELDS)
    .needing(&["location.line", "source"])
    .severity(Severity::Error)
    .columns_from_zero()];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "JSON",
        r#"{"summary":{},"messages":[{"source":"pylint","code":"bad-indentation","location":{"path":"shop.py","module":"shop","function":null,"line":2,"character":0},"message":"Bad indentation. Found 2 spaces, expected 4"}]}
"#,
        r#"[{"type": "lint", "severity": "error", "code": "bad-indentation", "file": "shop.py", "line": 2, "column": 1}]"#,
    ),
    Example::new(
        "grouped by line",
        "shop/cart.py
  Line: 1
    pylint: unused-import / Unused import os
  Line: 9
    pylint: bare-except / No exception type(s) specified (col 4)
",
        r#"[{"type": "lint", "code": "unused-import", "file": "shop/cart.py", "line": 1, "message": "Unused import os"},
            {"code": "bare-except", "file": "shop/cart.py", "line": 9, "column": 5}]"#,
    ),
    Example::new(
        "text",
        "shop.cart (shop/cart.py):
    L9:4 total: pylint - bare-except
    No exception type(s) specified
",
        r#"[{"code": "bare-except", "file": "shop/cart.py", "line": 9, "column": 5, "message": "No exception type(s) specified"}]"#,
    ),
    Example::new(
        "as pylint prints it",
        "shop/cart.py:9:4: [bare-except(pylint), total]: No exception type(s) specified\n",
        r#"[{"code": "bare-except", "file": "shop/cart.py", "line": 9, "column": 5, "message": "No exception type(s) specified"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "prospector",
    "Prospector, in its formats but those for XML, YAML and VS Code",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);
