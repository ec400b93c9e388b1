//! Bison: conflicts of a grammar.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["/reduce conflict"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`a.y: warning: 2 shift/reduce conflicts [-Wconflicts-sr]`, which names no line. What does, `a.y:3.8-12: error: message`, is
read by the generic parser, and the counts of useless rules say nothing more than those.

## Versions seen

Bison 3.8.2.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}: (?:(?<severity>warning|error): )?(?<message>\d+ (?:shift|reduce)/reduce conflicts?.*?)(?: \[(?<code>-W[\w=-]+)\])?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "conflicts",
    "b.y: warning: 2 shift/reduce conflicts [-Wconflicts-sr]\nb.y: note: rerun with option '-Wcounterexamples' to generate conflict counterexamples\n",
    r#"[{"type": "lint", "severity": "warning", "code": "-Wconflicts-sr", "file": "b.y", "message": "2 shift/reduce conflicts"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bison",
    "Bison: conflicts",
    DOCS,
    &[Cow::Borrowed("bison")],
    &EXAMPLES,
);
