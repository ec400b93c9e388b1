//! Liquid's templates, and Jekyll, which is made of them.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Liquid Exception: ",
            "Liquid Warning: ",
            "Liquid syntax error (line ",
            "Liquid error (line "
        ]
    )
    // Before shells, which have a line in parentheses, too.
    .priority(6)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

Jekyll's `Liquid Exception: Liquid syntax error (line 12): message in FILE` and `Liquid Warning: ...`, and what Liquid says
by itself: `Liquid syntax error (line 12): message`.

## Versions seen

Liquid 4 and 5, Jekyll 3 and 4, from their sources.
"#;

static LINES: [Pattern; 4] = [
    Pattern::syntax(
        r"^ *Liquid (?<severity>Exception|Warning): Liquid syntax error \(line {line}\): {message}(?: in (?<file>[/.]?\S+\.\w+))?$",
    ),
    Pattern::compiler(r"^ *Liquid (?<severity>Exception|Warning): {message} in (?<file>/?\S+\.\w+)$"),
    Pattern::syntax(r"^ *Liquid syntax error \((?:(?<file>[^()\s]+) )?line {line}\): {message}$"),
    Pattern::compiler(r"^ *Liquid error \((?:(?<file>[^()\s]+) )?line {line}\): {message}$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Jekyll",
        "  Liquid Exception: Liquid syntax error (line 12): Unknown tag 'total' in /home/dev/project/shop.md\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.md", "line": 12, "message": "Unknown tag 'total'"}]"#,
    ),
    Example::new(
        "Liquid",
        "Liquid syntax error (line 3): 'for' tag was never closed\n",
        r#"[{"type": "syntax", "severity": "error", "line": 3, "message": "'for' tag was never closed"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "liquid",
    "Liquid and Jekyll",
    DOCS,
    &[Cow::Borrowed("liquid")],
    &EXAMPLES,
);
