//! Racket, and RackUnit.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".rkt:", "FAILURE", "ERROR"])
        .confirmed_by(ends_line_or_place)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

/// Whether `FAILURE` and `ERROR` stand alone on their lines.
fn ends_line_or_place(output: &[u8], end: usize) -> bool {
    output[..end].ends_with(b":") || matches!(output.get(end), None | Some(b'\n' | b'\r'))
}

const DOCS: &str = r#"
## What it understands

`FILE:3:2: message`, whose column counts from 0, with `in: `, `location...:` and the context below it. RackUnit: `FAILURE` or
`ERROR` on a line of its own, and below it `name:`, `location: FILE:5:2`, and what was got and expected.

## Versions seen

Racket 8.7.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(
        r"^(?<file>{drive}[^:\s][^:]*\.rkt[ld]?):{line}:{column}: (?<message>read(?:-syntax)?: .+)$",
    )
    .columns_from_zero(),
    Pattern::compiler(r"^(?<file>{drive}[^:\s][^:]*\.rkt[ld]?):{line}:{column}: {message}$")
        .columns_from_zero(),
];

static FAILURE: [Part; 4] = [
    Part::one(r"^(?:FAILURE|ERROR)$"),
    Part::many(r"^name: +(?<test>\S.*)$"),
    Part::one(r"^location: +(?<file>{drive}[^:]+):{line}:{column}$"),
    Part::many(r"^(?<message>[a-z].*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &FAILURE).columns_from_zero()];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not bound",
        "shop.rkt:3:2: total: unbound identifier\n  in: total\n  location...:\n   shop.rkt:3:2\n",
        r#"[{"type": "type", "severity": "error", "file": "shop.rkt", "line": 3, "column": 3, "message": "total: unbound identifier"}]"#,
    ),
    Example::new(
        "RackUnit",
        "--------------------\nFAILURE\nname:       check-equal?\nlocation:   shop.rkt:5:2\nactual:     1\nexpected:   2\n--------------------\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop.rkt", "line": 5, "column": 3, "test": "check-equal?"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "racket",
    "Racket and RackUnit",
    DOCS,
    &[Cow::Borrowed("racket")],
    &EXAMPLES,
);
