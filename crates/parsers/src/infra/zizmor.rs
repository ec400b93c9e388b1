//! zizmor: audits of GitHub Actions, in JSON.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"determinations\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The formats `json` and `json-v1`: each audit's primary place, whose rows and columns count from 0. The
default format, `plain`, is drawn as rustc draws; `sarif` and `github` are read by the parsers of those.

## Versions seen

zizmor 1.32.
"#;

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "symbolic.key.Local.verbatim_path"),
    (Field::Line, "concrete.location.start_point.row"),
    (Field::Column, "concrete.location.start_point.column"),
    (Field::EndLine, "concrete.location.end_point.row"),
    (Field::EndColumn, "concrete.location.end_point.column"),
    (Field::Severity, "determinations.severity"),
    (Field::Code, "ident"),
    (Field::Message, "desc"),
];

/// zizmor's own words, and what its default format makes of them.
static SEVERITIES: [(&str, Severity); 5] = [
    ("High", Severity::Error),
    ("Medium", Severity::Warning),
    ("Low", Severity::Warning),
    ("Informational", Severity::Info),
    ("Unknown", Severity::Info),
];

static RECORDS: [Records; 1] = [Records::lint("*.locations.*", &FIELDS)
    .needing(&["symbolic.kind=Primary", "concrete.location"])
    .words(&SEVERITIES)
    .lines_from_zero()
    .columns_from_zero()];

static EXAMPLES: [Example; 1] = [Example::new(
    "an audit",
    r#"[{"ident":"artipacked","desc":"credential persistence through GitHub Actions artifacts","url":"https://docs.zizmor.sh/audits/#artipacked","determinations":{"confidence":"Low","severity":"Medium","persona":"Regular"},"locations":[{"symbolic":{"key":{"Local":{"verbatim_path":".github/workflows/w.yml"}},"annotation":"does not set persist-credentials: false","kind":"Primary"},"concrete":{"location":{"start_point":{"row":5,"column":8},"end_point":{"row":5,"column":33}},"feature":"- uses: actions/checkout@v4","comments":[]}}],"ignored":false}]
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "artipacked", "file": ".github/workflows/w.yml", "line": 6, "column": 9, "end_line": 6, "end_column": 34, "message": "credential persistence through GitHub Actions artifacts"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "zizmor",
    "zizmor: audits of GitHub Actions, in JSON",
    DOCS,
    &[],
    &EXAMPLES,
);
