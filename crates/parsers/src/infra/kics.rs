//! KICS.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[", Severity: ", "\"kics_version\""])
        .listings(&LISTINGS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

Below `Missing User Instruction, Severity: HIGH, Results: 1` the places (`[1]: Dockerfile:1`), and its JSON.

## Versions seen

KICS 1 and 2, from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^\s*\[\d+\]: {file}:{line}$")];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<message>\S.*), Severity: (?<severity>[A-Z]+), Results: \d+$",
    &ROWS,
)
.skipping(
    r"^(?:(?:Description|Platform|CWE|Learn more about this vulnerability|Risk score): .*|\s+\d+: .*|\s*)$",
)
.patient(12)];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "file_name"),
    (Field::Line, "line"),
    (Field::Severity, "severity"),
    (Field::Code, "query_id"),
    (Field::Message, "query_name"),
    (Field::Advice, "expected_value"),
];

static RECORDS: [Records; 1] = [Records::lint("queries.*.files.*", &FIELDS).needing(&["file_name", "line"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        r#"Missing User Instruction, Severity: HIGH, Results: 1
Description: A user should be specified in the dockerfile
Platform: Dockerfile

	[1]: Dockerfile:1

		001: FROM alpine:3.7
"#,
        r#"[{"type": "lint", "severity": "error", "file": "Dockerfile", "line": 1, "message": "Missing User Instruction"}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"kics_version":"v2.1","queries":[{"query_name":"Missing User Instruction","query_id":"fd54f200","severity":"HIGH","files":[{"file_name":"Dockerfile","line":1,"expected_value":"a USER"}]}]}
"#,
        r#"[{"severity": "error", "code": "fd54f200", "file": "Dockerfile", "line": 1, "message": "Missing User Instruction", "advice": "a USER"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("kics", "KICS", DOCS, &[], &EXAMPLES);
