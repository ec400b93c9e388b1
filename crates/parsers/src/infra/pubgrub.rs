//! Resolvers of versions that explain themselves as PubGrub does: Poetry and Dart's pub.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["version solving failed"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

The last sentence of the explanation: `So, because shop depends on nope (^9), version solving failed.`

## Versions seen

Poetry 2.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Build,
    r"^ *(?:\(\d+\) )?(?:So, )?(?<message>[Bb]ecause .+, version solving failed\.)$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a version that does not exist",
    "Because shop depends on nope (^9) which doesn't match any versions, version solving failed.\n",
    r#"[{"type": "build", "severity": "error", "message": "Because shop depends on nope (^9) which doesn't match any versions, version solving failed."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pubgrub",
    "Poetry and pub: versions that cannot be had together",
    DOCS,
    &[Cow::Borrowed("python"), Cow::Borrowed("dart")],
    &EXAMPLES,
);
