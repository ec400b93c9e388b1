//! rumdl: linter of Markdown.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "MD0", "    1", "    2", "    3", "    4", "    5", "    6", "    7", "    8", "    9"
        ]
    )
    .confirmed_by(may_be_place)
    .lines(&LINES)
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

/// Whether a number that is indented can be the line of a finding of the format `grouped`: a column follows.
fn may_be_place(output: &[u8], end: usize) -> bool {
    let rest = output[end..].iter();
    let digits = rest.take_while(|byte| byte.is_ascii_digit()).count();
    output[..end].ends_with(b"MD0") || output.get(end + digits) == Some(&b':')
}

const DOCS: &str = r#"
## What it understands

The formats `text` and `concise` (`FILE:3:5: [MD022] message [*]`), `pylint` (which puts a C before the
rule), `full` (`MD022 message [*]` above ` --> FILE:3:5`), and `grouped`: a file, below it a rule, below that
`    3:5 message (fixable)`. A star says that there is a fix.

## Versions seen

rumdl 0.3. Its JSON is read by `generic-json`, its other formats by the parsers of those.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}: \[C?(?<code>MD\d{3})\] {message}(?: \[\*\])?$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^    {line}:{column} {message}(?: \(fixable\))?$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^  (?<code>MD\d{3}):$", &ROWS)
    .remembered_below(r"^(?<file>{drive}[^:]+\.(?:md|mdx|markdown|mkd|qmd|rmd|Rmd)):$")];

static PARTS: [Part; 3] = [
    Part::one(r"^(?<code>MD\d{3}) {message}(?: \[\*\])?$"),
    Part::one(r"^ *--> (?<file>\S.*):{line}:{column}$"),
    Part::many(r"^ *(?:\d+ )?\|.*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "text",
        "docs/a.md:1:1: [MD022] Expected 1 blank line below heading [*]\n",
        r#"[{"type": "lint", "severity": "warning", "code": "MD022", "file": "docs/a.md", "line": 1, "column": 1, "message": "Expected 1 blank line below heading"}]"#,
    ),
    Example::new(
        "grouped",
        "docs/a.md:
  MD001:
    2:1 Expected heading level 2, but found heading level 3 (fixable)
  MD009:
    3:19 3 trailing spaces found (fixable)
    7:81 Line length 90 exceeds 80 characters
",
        r#"[{"code": "MD001", "file": "docs/a.md", "line": 2, "column": 1, "message": "Expected heading level 2, but found heading level 3"},
            {"code": "MD009", "file": "docs/a.md", "line": 3, "column": 19, "message": "3 trailing spaces found"},
            {"code": "MD009", "line": 7, "column": 81, "message": "Line length 90 exceeds 80 characters"}]"#,
    ),
    Example::new(
        "full",
        "MD022 Expected 1 blank line below heading [*]
 --> docs/a.md:1:1
   |
 1 | # A
   | ^^^
   |

",
        r#"[{"code": "MD022", "file": "docs/a.md", "line": 1, "column": 1, "message": "Expected 1 blank line below heading"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rumdl",
    "rumdl: linter of Markdown",
    DOCS,
    &[Cow::Borrowed("markdown")],
    &EXAMPLES,
);
