//! perlcritic.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Severity: ", "severity: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`message at line 3, column 5.  explanation.  (Severity: 4)`, with the file or the policy before it as
`--verbose` has it (levels 1 to 11), and `FILE:3:5:4:message` of editors. Severity 1 is a remark.

## Versions seen

perlcritic 1.148.
"#;

static LINES: [Pattern; 2] = [Pattern::lint(r"^(?:\[(?<code>\w+(?:::\w+)+)\] )?(?:(?<file>{drive}[^:\s][^:]*): )?{message} at line {line}, column {column}\.(?: +(?<advice>.*?))? +\(?Severity: (?<severity>[1-5])\)?\.?$").words(&[("1", Severity::Info)]), Pattern::lint(r"^(?<file>[^~]+?):{line}:{column}:{message} +\(?Severity: (?<severity>[1-5])\)?$").words(&[("1", Severity::Info)])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "one file",
        "Backtick operator used at line 2, column 9.  Use IPC::Open3 instead.  (Severity: 3)\n",
        r#"[{"type": "lint", "severity": "warning", "line": 2, "column": 9, "message": "Backtick operator used", "advice": "Use IPC::Open3 instead."}]"#,
    ),
    Example::new(
        "several files",
        "lib/Shop.pm: Code is not tidy at line 1, column 1.  See page 33 of PBP.  (Severity: 1)\n",
        r#"[{"severity": "info", "file": "lib/Shop.pm", "line": 1, "column": 1}]"#,
    ),
    Example::new(
        "with the policy",
        r#"[InputOutput::ProhibitTwoArgOpen] Two-argument "open" used at line 3, column 1.  (Severity: 5)
"#,
        r#"[{"code": "InputOutput::ProhibitTwoArgOpen", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "perlcritic",
    "perlcritic",
    DOCS,
    &[Cow::Borrowed("perl")],
    &EXAMPLES,
);
