//! Credo.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "[W] ",
            "[R] ",
            "[F] ",
            "[C] ",
            "[D] ",
            ": W: ",
            ": R: ",
            ": F: ",
            ": C: ",
            ": D: ",
            "\"priority\""
        ]
    )
    .priority(6)
    .lines(&LINES)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The default report (`┃ [W] ↗ message`, the place below), `--format flycheck` (`FILE:3:5: W: message`),
`oneline` (`[W] ↗ FILE:3:5 message`) and `json`.

## Versions seen

Credo 1.0 to 1.7, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^\[(?<severity>[WRFCD])\] [↑↗→↘↓] {file}:{line}(?::{column})? {message}$").words(&[
        ("F", Severity::Info),
        ("D", Severity::Info),
        ("R", Severity::Info),
        ("C", Severity::Info),
    ]),
    Pattern::lint(r"^(?<file>{drive}[^:\s]+\.exs?):{line}(?::{column})?: (?<severity>[WRFCD]): {message}$")
        .words(&[
            ("F", Severity::Info),
            ("D", Severity::Info),
            ("R", Severity::Info),
            ("C", Severity::Info),
        ]),
];

static PARTS: [Part; 2] = [
    Part::one(r"^ *┃ *\[(?<severity>[WRFCD])\] [↑↗→↘↓] {message}$"),
    Part::one(r"^ *┃ +{file}:{line}(?::{column})?(?: #\(.*\))?$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).words(&[
    ("F", Severity::Info),
    ("D", Severity::Info),
    ("R", Severity::Info),
    ("C", Severity::Info),
])];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "filename"),
    (Field::Line, "line_no"),
    (Field::Column, "column"),
    (Field::EndColumn, "column_end"),
    (Field::Severity, "category"),
    (Field::Code, "check"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("issues.*", &FIELDS)
    .needing(&["category", "check", "line_no"])
    .words(&[
        ("warning", Severity::Warning),
        ("readability", Severity::Info),
        ("refactor", Severity::Info),
        ("consistency", Severity::Info),
        ("design", Severity::Info),
    ])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "the default report",
        "┃ [W] ↗ There should be no calls to IO.inspect/1.\n┃       lib/a.ex:3:5 #(A.f)\n",
        r#"[{"type": "lint", "severity": "warning", "file": "lib/a.ex", "line": 3, "column": 5, "message": "There should be no calls to IO.inspect/1."}]"#,
    ),
    Example::new(
        "one line",
        "[R] → lib/a.ex:1:11 Modules should have a @moduledoc tag.\n",
        r#"[{"severity": "info", "line": 1, "column": 11}]"#,
    ),
    Example::new(
        "flycheck",
        "lib/a.ex:1:11: R: Modules should have a @moduledoc tag.\n",
        r#"[{"severity": "info", "line": 1, "column": 11}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("credo", "Credo", DOCS, &[Cow::Borrowed("elixir")], &EXAMPLES);
