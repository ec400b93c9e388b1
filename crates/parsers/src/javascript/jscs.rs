//! JSCS.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": line ", "js :", "jsx :"])
        .priority(7)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The reporter `console`: `rule: message at FILE :` and an excerpt of the source with a mark below the place;
and `inline`: `FILE: line 3, col 21, rule: message`.

## Versions seen

JSCS 3; 2 from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^(?<file>{drive}[^:]+\.jsx?): line {line}, col {column}, (?<code>(?:require|disallow|validate|maximum|safe)\w*): {message}$").severity(Severity::Error)];

/// Of the numbered lines the one above the mark is the place.
static PARTS: [Part; 5] = [
    Part::one(r"^(?:(?<code>[a-z]\w+): )?{message} at (?<file>{drive}[^:]+\.jsx?) :$"),
    Part::many(r"^ +\d+ ?\|.*$"),
    Part::one(r"^-+\^$"),
    Part::many(r"^ +\d+ ?\|.*$"),
    Part::many("^$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the reporter `console`",
        "validateQuoteMarks: Invalid quote mark found at shop.js :
     1 |var x = 1
     2 |if (x == 1) { y(\"a\"); }
------------------------^
     3 |

",
        r#"[{"type": "lint", "severity": "error", "code": "validateQuoteMarks", "file": "shop.js", "message": "Invalid quote mark found"}]"#,
    ),
    Example::new(
        "a finding",
        "shop.js: line 3, col 21, disallowTrailingWhitespace: Illegal trailing whitespace\n",
        r#"[{"type": "lint", "severity": "error", "code": "disallowTrailingWhitespace", "file": "shop.js", "line": 3, "column": 21, "message": "Illegal trailing whitespace"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("jscs", "JSCS", DOCS, &[Cow::Borrowed("javascript")], &EXAMPLES);
