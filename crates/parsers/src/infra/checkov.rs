//! Checkov, as it prints to a terminal.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Check: CKV", "Check: BC_"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Check: CKV_AWS_20: "message"`, and below it the resource and `File: /main.tf:1-8`, a path from the directory that
was scanned. Its JSON is read by the parser for JSON of any tool.

## Versions seen

Checkov 2 and 3, from their documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one(r#"^Check: (?<code>\w+): "(?<message>.+)"$"#),
    Part::one(r"^\s+FAILED for resource: .*$"),
    Part::maybe(r"^\s+Severity: (?<severity>\w+)$"),
    Part::one(r"^\s+File: /?(?<file>{drive}[^:]+):{line}-{end_line}$"),
    Part::maybe(r"^\s+Guide: (?<advice>\S+)$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a failed check",
    "Check: CKV_AWS_20: \"S3 Bucket has an ACL defined which allows public READ access.\"\n\tFAILED for resource: aws_s3_bucket.shop\n\tFile: /main.tf:1-8\n\tGuide: https://docs.example.com/s3-1\n",
    r#"[{"type": "lint", "severity": "error", "code": "CKV_AWS_20", "file": "main.tf", "line": 1, "end_line": 8, "message": "S3 Bucket has an ACL defined which allows public READ access."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "checkov",
    "Checkov, as it prints to a terminal",
    DOCS,
    &[Cow::Borrowed("terraform"), Cow::Borrowed("yaml")],
    &EXAMPLES,
);
