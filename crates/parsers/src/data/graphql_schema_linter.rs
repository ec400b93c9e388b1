//! graphql-schema-linter.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "-have-",
            "-are-",
            "-descriptions",
            "deprecations-",
            "-sorted-",
            "relay-",
            "invalid-graphql-schema"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

Rows below the file's name: `2:5  message  rule`, without a severity; the formats `compact`
(`FILE:2:5 message (rule)`) and `json`.

## Versions seen

graphql-schema-linter 3; 0.2 to 2 from its documentation.
"#;

static ROWS: [Pattern; 1] = [
    Pattern::lint("^{line}:{column} +{message} +(?<code>[a-z]+(?:-[a-z]+)+)$")
        .severity(Severity::Error)
        .broken(&["invalid-graphql-schema"]),
];

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.(?:graphqls?|gql)):{line}:{column} {message} \((?<code>[a-z]+(?:-[a-z]+)+)\)$",
)
.severity(Severity::Error)
.broken(&["invalid-graphql-schema"])];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "location.file"),
    (Field::Line, "location.line"),
    (Field::Column, "location.column"),
    (Field::Code, "rule"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("errors.*", &FIELDS)
    .needing(&["rule", "location.file"])
    .severity(Severity::Error)
    .broken(&["invalid-graphql-schema"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.(?:graphqls?|gql))$", &ROWS)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "JSON",
        r#"{"errors":[{"message":"Unknown type \"string\".","location":{"line":1,"column":17,"file":"schema.graphql"},"rule":"invalid-graphql-schema"}]}
"#,
        r#"[{"type": "syntax", "severity": "error", "code": "invalid-graphql-schema", "file": "schema.graphql", "line": 1, "column": 17}]"#,
    ),
    Example::new(
        "compact",
        "schema.graphql:5:1 The object type `Query` is missing a description. (types-have-descriptions)\n",
        r#"[{"type": "lint", "severity": "error", "code": "types-have-descriptions", "file": "schema.graphql", "line": 5, "column": 1}]"#,
    ),
    Example::new(
        "a finding",
        "/home/dev/project/schema.graphql\n5:1 The object type `Query` is missing a description.  types-have-descriptions\n",
        r#"[{"type": "lint", "severity": "error", "code": "types-have-descriptions", "line": 5, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "graphql-schema-linter",
    "graphql-schema-linter",
    DOCS,
    &[Cow::Borrowed("graphql")],
    &EXAMPLES,
);
