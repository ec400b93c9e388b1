//! CSpell.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["nknown word", "orbidden word", "isspelled word"]).lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:3:5 - Unknown word (teh)`, and what it suggests.

## Versions seen

CSpell 9; 5 to 8 from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column} +- (?<message>(?:Unknown|Forbidden|Misspelled) word \(.+?\))(?: (?:fix|Suggestions): [(\[](?<advice>.*?)[)\]])?(?: .*)?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a word",
    "README.md:3:5 - Unknown word (teh) fix: (the)\n",
    r#"[{"type": "lint", "severity": "warning", "file": "README.md", "line": 3, "column": 5, "message": "Unknown word (teh)", "advice": "the"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("cspell", "CSpell", DOCS, &[], &EXAMPLES);
