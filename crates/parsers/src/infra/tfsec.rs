//! tfsec, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["\"long_id\"", "\"rule_id\"", ".tf:"])
        .listings(&LISTINGS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The format `json`: rule, severity, and the range of lines; and the text: `Result #1 HIGH message`, and below it
the file with the range.

## Versions seen

tfsec 1.28, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^ +(?:via )?(?<file>{drive}[^:\s]+\.tf):{line}(?:-{end_line})?\s*$",
)];

static LISTINGS: [Listing; 1] =
    [Listing::new(r"^ *Result #\d+ (?<severity>[A-Z]+) {message}\s*$", &ROWS).skipping("^ *─+$")];

static FIELDS: [(Field, &str); 8] = [
    (Field::Severity, "severity"),
    (Field::Code, "long_id"),
    (Field::Code, "rule_id"),
    (Field::Message, "description"),
    (Field::Advice, "resolution"),
    (Field::File, "location.filename"),
    (Field::Line, "location.start_line"),
    (Field::EndLine, "location.end_line"),
];

static RECORDS: [Records; 1] =
    [Records::lint("results.*", &FIELDS).needing(&["location.start_line", "long_id"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        r#"{"results":[{"rule_id":"AVD-AWS-0086","long_id":"aws-s3-block-public-acls","severity":"HIGH","description":"No public access block so not blocking public acls","resolution":"Enable blocking","location":{"filename":"/home/dev/project/main.tf","start_line":1,"end_line":3}}]}
"#,
        r#"[{"type": "lint", "severity": "error", "code": "aws-s3-block-public-acls", "line": 1, "end_line": 3, "advice": "Enable blocking"}]"#,
    ),
    Example::new(
        "text",
        "Result #1 HIGH Bucket does not have encryption enabled \n────────────────────────────────\n  main.tf:3-5\n────────────────────────────────\n    3    resource \"aws_s3_bucket\" \"a\" {\n",
        r#"[{"type": "lint", "severity": "error", "file": "main.tf", "line": 3, "end_line": 5, "message": "Bucket does not have encryption enabled"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tfsec",
    "tfsec, in text and JSON",
    DOCS,
    &[Cow::Borrowed("terraform")],
    &EXAMPLES,
);
