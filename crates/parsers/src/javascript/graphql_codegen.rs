//! GraphQL Code Generator.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Error 0: ", "Error 1: ", "Error 2: ", "Error 3: "]).blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The list below `GraphQL Document Validation failed with 1 errors`: `Error 0: message`, and the place after `at`.

## Versions seen

@graphql-codegen/cli 2 to 5, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^ *Error \d+: {message}$"),
    Part::one(r"^ +at {file}:{line}:{column}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a field",
    "✖ GraphQL Document Validation failed with 1 errors;\n  Error 0: Cannot query field \"total\" on type \"Query\".\n    at /home/dev/project/src/queries.ts:3:5\n",
    r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/src/queries.ts", "line": 3, "column": 5, "message": "Cannot query field \"total\" on type \"Query\"."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "graphql-codegen",
    "GraphQL Code Generator",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
