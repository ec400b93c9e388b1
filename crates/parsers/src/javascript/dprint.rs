//! dprint.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Error formatting "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Error formatting /src/shop.ts. Message: Expected ';' at file:///src/shop.ts:3:5`: a file that does not parse. A file that is not formatted is shown as a difference, and is no error of its own.

## Versions seen

dprint 0.45 to 0.50, from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Syntax,
    r"^Error formatting (?<file>\S.*?)\. Message: (?<message>.+?)(?:,? (?:at (?:file:///?)?{drive}[^:]*:|\()?{line}:{column}\)?)?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a file that does not parse",
    r#"Error formatting /home/dev/project/shop.ts. Message: Expected ';' at file:///home/dev/project/shop.ts:3:5
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.ts", "line": 3, "column": 5, "message": "Expected ';'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("dprint", "dprint", DOCS, &[], &EXAMPLES);
