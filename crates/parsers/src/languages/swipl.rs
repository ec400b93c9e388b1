//! SWI-Prolog.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".pl:", ".pro:", ".plt:", ".prolog:"])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`ERROR: FILE:3:5: Syntax error: message`, and `Warning: FILE:3:` with the message in the lines below it, each
after `Warning:`.

## Versions seen

SWI-Prolog 8 and 9, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(r"^(?<severity>ERROR|Warning): (?<file>(?:[A-Za-z]:)?[^:\s]+\.(?:pl|pro|plt|prolog)):{line}:(?:{column}:)? {message}$").broken(&["Syntax error"])];

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?<severity>ERROR|Warning): (?<file>(?:[A-Za-z]:)?[^:\s]+\.(?:pl|pro|plt|prolog)):{line}:(?:{column}:)?$",
    ),
    Part::many("^(?:ERROR|Warning):  +{message}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).broken(&["Syntax error"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an error",
        "ERROR: /home/dev/project/a.pl:3:5: Syntax error: Operator expected\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/a.pl", "line": 3, "column": 5, "message": "Syntax error: Operator expected"}]"#,
    ),
    Example::new(
        "a warning",
        "Warning: /home/dev/project/a.pl:3:\nWarning:    Singleton variables: [X]\n",
        r#"[{"type": "lint", "severity": "warning", "line": 3, "message": "Singleton variables: [X]"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("swipl", "SWI-Prolog", DOCS, &[Cow::Borrowed("prolog")], &EXAMPLES);
