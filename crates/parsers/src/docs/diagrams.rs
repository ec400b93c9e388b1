//! PlantUML and Graphviz.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Error line ", "syntax error in line "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

PlantUML: `Error line 3 in file: FILE`; Graphviz: `Error: FILE: syntax error in line 3 near 'x'`.

## Versions seen

PlantUML 1.2024, Graphviz 2 to 12, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^Error line {line} in file: (?<file>\S.*)$").saying("the diagram has an error"),
    Pattern::syntax(r"^Error: (?<file>{drive}[^:]+): (?<message>syntax error) in line {line}(?:[ .].*)?$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "PlantUML",
        r#"Error line 3 in file: docs/shop.puml
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "docs/shop.puml", "line": 3}]"#,
    ),
    Example::new(
        "Graphviz",
        r#"Error: shop.dot: syntax error in line 3 near '}'
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "shop.dot", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("diagrams", "PlantUML and Graphviz", DOCS, &[], &EXAMPLES);
