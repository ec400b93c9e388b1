//! graphql-schema-linter.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
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
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

Rows below the file's name: `2:5  message  rule`, without a severity.

## Versions seen

graphql-schema-linter 0.2 to 3, from its documentation.
"#;

static ROWS: [Pattern; 1] = [
    Pattern::lint("^{line}:{column} +{message} +(?<code>[a-z]+(?:-[a-z]+)+)$")
        .severity(Severity::Error)
        .broken(&["invalid-graphql-schema"]),
];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.(?:graphqls?|gql))$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "/home/dev/project/schema.graphql\n5:1 The object type `Query` is missing a description.  types-have-descriptions\n",
    r#"[{"type": "lint", "severity": "error", "code": "types-have-descriptions", "line": 5, "column": 1}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "graphql-schema-linter",
    "graphql-schema-linter",
    DOCS,
    &[Cow::Borrowed("graphql")],
    &EXAMPLES,
);
