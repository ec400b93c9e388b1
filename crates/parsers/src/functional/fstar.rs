//! F*.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["): (Error ", "): (Warning ", "* Error ", "* Warning ", "* Info "]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE(12,5-12,8): (Error 72) message`, and since 2023 `* Error 72 at FILE(12,5-12,8):` with the message in an item below.
Columns count from 0.

## Versions seen

F* 0.9 and 2023, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    r"^(?<file>[^\s(]+)\({line},{column}-{end_line},{end_column}\): \((?<severity>Error|Warning)(?: (?<code>\d+))?\) {message}$",
)
.columns_from_zero()
.broken(&["Syntax error", "168"])];

static PARTS: [Part; 2] = [
    Part::one(
        r"^\* (?<severity>Error|Warning|Info)(?: (?<code>\d+))? at (?<file>[^\s(]+)\({line},{column}-{end_line},{end_column}\):$",
    ),
    Part::one(r"^  - {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS)
    .columns_from_zero()
    .broken(&["Syntax error", "168"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "before 2023",
        "Shop.fst(12,4-12,9): (Error 72) Identifier not found: [total]\n",
        r#"[{"type": "type", "severity": "error", "code": "72", "file": "Shop.fst", "line": 12, "column": 5, "end_column": 10}]"#,
    ),
    Example::new(
        "since 2023",
        "* Error 72 at Shop.fst(12,4-12,9):\n  - Identifier not found: total\n\n1 error was reported (see above)\n",
        r#"[{"severity": "error", "code": "72", "file": "Shop.fst", "line": 12, "column": 5, "message": "Identifier not found: total"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("fstar", "F*", DOCS, &[Cow::Borrowed("fstar")], &EXAMPLES);
