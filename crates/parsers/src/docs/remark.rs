//! remark and other programs of the unified collective.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  warning  ", "  error  ", "  info  "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Rows below the file's name: the range, the severity, the message, the rule and where it comes from. The
end of a range is the first column after.

## Versions seen

remark-cli 12, alex 11; vfile-reporter 5 to 8.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    "^ +{line}:{column}(?:-{end_line}:{end_column})? +(?<severity>warning|error|info) +{message}  +(?<code>[a-z0-9-]+) +(?:remark-lint|retext-[a-z-]+|rehype-lint|alex|remark-[a-z-]+|unified-[a-z-]+)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<file>{drive}[^:\s][^:]*\.\w+)(?:: .*)?$",
    &ROWS,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    "README.md
    1:1-1:3  warning  `He` may be insensitive, use `They` instead      he-she     retext-equality
  3:22-4:31  error    Unexpected list indentation                       list-item  remark-lint
",
    r#"[{"type": "lint", "severity": "warning", "code": "he-she", "file": "README.md", "line": 1, "column": 1, "end_line": 1, "end_column": 3, "message": "`He` may be insensitive, use `They` instead"}, {"severity": "error", "line": 3, "end_line": 4, "end_column": 31}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "remark",
    "remark and other programs of the unified collective",
    DOCS,
    &[Cow::Borrowed("markdown")],
    &EXAMPLES,
);
