//! js-yaml.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["YAMLException: ", "JS-YAML: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`YAMLException: message (3:5)`, `... at line 3, column 5:`, and the quoted lines.

## Versions seen

js-yaml 3.15; 4 from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^(?:Error: )?(?:YAMLException|JS-YAML): {message} \({line}:{column}\)$"),
    Pattern::syntax("^(?:Error: )?(?:YAMLException|JS-YAML): {message} at line {line}, column {column}:$"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "version 4",
    "YAMLException: bad indentation of a mapping entry (3:5)

 1 | a:
 2 |   b: 1
 3 |     c: 2
---------^
",
    r#"[{"type": "syntax", "severity": "error", "line": 3, "column": 5, "message": "bad indentation of a mapping entry"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("js-yaml", "js-yaml", DOCS, &[Cow::Borrowed("yaml")], &EXAMPLES);
