//! check-jsonschema.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Schema validation errors were encountered", "\"has_sub_errors\""]
    )
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

Below `Schema validation errors were encountered.` the file, the path of the value and what is wrong with
it: `i.json::$.a: message`; and the format `json`.

## Versions seen

check-jsonschema 0.39.
"#;

static ROWS: [Pattern; 1] =
    [Pattern::lint(r"^  (?<file>\S.*?)::(?<message>\$\S*: .+)$").severity(Severity::Error)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^Schema validation errors were encountered\.$",
    &ROWS,
)];

static FIELDS: [(Field, &str); 2] = [(Field::File, "filename"), (Field::Message, "message")];

static RECORDS: [Records; 1] = [Records::lint("errors.*", &FIELDS)
    .needing(&["filename", "path", "has_sub_errors"])
    .severity(Severity::Error)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "text",
        "Schema validation errors were encountered.\n  i.json::$.a: 'x' is not of type 'integer'\n",
        r#"[{"type": "lint", "severity": "error", "file": "i.json", "message": "$.a: 'x' is not of type 'integer'"}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"status": "fail", "errors": [{"filename": "i.json", "path": "$.a", "message": "'x' is not of type 'integer'", "has_sub_errors": false}], "parse_errors": []}
"#,
        r#"[{"severity": "error", "file": "i.json", "message": "'x' is not of type 'integer'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "check-jsonschema",
    "check-jsonschema",
    DOCS,
    &[Cow::Borrowed("json")],
    &EXAMPLES,
);
