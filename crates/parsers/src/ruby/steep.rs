//! Steep.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": [error] ",
            ": [warning] ",
            ": [info] ",
            ": [information] ",
            ": [hint] "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`lib/a.rb:3:5: [error] message`, its columns counted from 0, the lines of explanation below it (`│ ...`), and the rule in
`│ Diagnostic ID: Ruby::NoMethod`.

## Versions seen

Steep 0.47 to 1.9, from its documentation.
"#;

static PARTS: [Part; 6] = [
    Part::one(
        r"^(?<file>\S+\.(?:rb|rbs|rake|ru|gemspec)|Steepfile):{line}:{column}: \[{severity}\] {message}$",
    ),
    Part::many("^│ (?:  .*|[^D].*|D[^i].*)$"),
    Part::maybe(r"^│ Diagnostic ID: (?<code>\S+)$"),
    Part::many("^│.*$"),
    Part::maybe("^└.*$"),
    Part::maybe(r"^\s+~+$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS).columns_from_zero()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "lib/shop.rb:3:8: [error] Type `::Integer` does not have method `summ`
│ Diagnostic ID: Ruby::NoMethod
│
└   items.summ
          ~~~~
",
    r#"[{"type": "type", "severity": "error", "code": "Ruby::NoMethod", "file": "lib/shop.rb", "line": 3, "column": 9, "message": "Type `::Integer` does not have method `summ`"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("steep", "Steep", DOCS, &[Cow::Borrowed("ruby")], &EXAMPLES);
