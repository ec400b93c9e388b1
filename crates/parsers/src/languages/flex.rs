//! The compilers of Flex.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["): col: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`[mxmlc] /src/Shop.as(35): col: 47 Warning: message`, the tool in front where Ant runs it.

## Versions seen

Flex SDK 3 and 4, from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^\s*(?:\[(?:mxmlc|compc|exec)\]\s+)?{file}\({line}\): col: {column} (?:(?<severity>Warning|Error): )?{message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a warning",
    r#"[mxmlc] /home/dev/project/Shop.as(35): col: 47 Warning: return value for function 'total' has no type declaration.
"#,
    r#"[{"severity": "warning", "file": "/home/dev/project/Shop.as", "line": 35, "column": 47, "message": "return value for function 'total' has no type declaration."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "flex",
    "The compilers of Flex",
    DOCS,
    &[Cow::Borrowed("actionscript")],
    &EXAMPLES,
);
