//! Buckminster.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Warning: file ", "Error: file "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Error: file /src/Shop.java, line 12: message`, a level and a number in front.

## Versions seen

Buckminster 3 and 4, from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^(?:(?:ERROR|WARNING) (?:\[\d+\] )?: )?(?<severity>Error|Warning): file (?<file>.+?)(?:, line {line})?: {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a warning",
    r#"Warning: file /home/dev/project/Shop.java, line 43: Type is deprecated
"#,
    r#"[{"severity": "warning", "file": "/home/dev/project/Shop.java", "line": 43, "message": "Type is deprecated"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "buckminster",
    "Buckminster",
    DOCS,
    &[Cow::Borrowed("java")],
    &EXAMPLES,
);
