//! Dialyxir: Dialyzer for Elixir.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".ex:", ".exs:", ".erl:"])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`lib/shop.ex:3:no_return message` (`--format short`), and the default format, in which the message is on the next
line. The name of the warning is the code.

## Versions seen

Dialyxir 1, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:\s]+\.(?:exs?|erl)):{line}(?::{column})?:(?<code>[a-z]+(?:_[a-z]+)*) {message}$",
)];

static PARTS: [Part; 2] = [
    Part::one(r"^(?<file>{drive}[^:\s]+\.(?:exs?|erl)):{line}(?::{column})?:(?<code>[a-z]+(?:_[a-z]+)*)$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the default",
        r#"lib/shop.ex:3:no_return
Function total/0 has no local return.
________________________________________________________________________________
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "no_return", "file": "lib/shop.ex", "line": 3, "message": "Function total/0 has no local return."}]"#,
    ),
    Example::new(
        "short",
        r#"lib/shop.ex:3:5:call The function call total() will not succeed.
"#,
        r#"[{"code": "call", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dialyxir",
    "Dialyxir: Dialyzer for Elixir",
    DOCS,
    &[Cow::Borrowed("elixir"), Cow::Borrowed("erlang")],
    &EXAMPLES,
);
