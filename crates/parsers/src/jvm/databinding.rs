//! Android's data binding, whose errors are JSON in lines of Gradle's.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["[databinding] {"])
        .priority(6)
        .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`[databinding] {"msg":"message","file":"FILE","pos":[{"line0":2,"col0":4,"line1":2,"col1":8}]}`, perhaps behind `e: ` or
`error: `. Lines and columns count from 0, and the last column is counted in.

## Versions seen

The Android Gradle plugin 3.4 to 8, from its source.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r#"^.*?\[databinding\] \{"msg":"(?<message>(?:[^"\\]|\\.)*)","file":"(?<file>[^"]+)","pos":\[\{"line0":{line},"col0":{column},"line1":{end_line},"col1":{last_column}\}.*$"#,
)
.lines_from_zero()
.columns_from_zero()
.escaped()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name that is not known",
    "e: [databinding] {\"msg\":\"Could not find identifier \\u0027total\\u0027\",\"file\":\"app/src/main/res/layout/shop.xml\",\"pos\":[{\"line0\":11,\"col0\":4,\"line1\":11,\"col1\":8}]}\n",
    r#"[{"severity": "error", "file": "app/src/main/res/layout/shop.xml", "line": 12, "column": 5, "message": "Could not find identifier 'total'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "databinding",
    "Android's data binding",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
