//! codespell and misspell.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" ==> ", "is a misspelling of"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

codespell: `FILE:12: teh ==> the`, `1: teh ==> the` of standard input; misspell: `FILE:1:20: "teh" is a
misspelling of "the"`. What to write instead is the advice.

## Versions seen

codespell 2.4; misspell 0.3, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^(?:{file}:)?{line}: (?<message>\S+ ==> (?<advice>.+))$"),
    Pattern::lint(r#"^{file}:{line}:{column}: (?<message>".+" is a misspelling of "(?<advice>.+)")$"#),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "codespell",
        "shop.py:12: teh ==> the\n",
        r#"[{"type": "lint", "severity": "warning", "file": "shop.py", "line": 12, "message": "teh ==> the", "advice": "the"}]"#,
    ),
    Example::new(
        "misspell",
        r#"README.md:1:20: "zeebra" is a misspelling of "zebra"
"#,
        r#"[{"line": 1, "column": 20, "advice": "zebra"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("codespell", "codespell and misspell", DOCS, &[], &EXAMPLES);
