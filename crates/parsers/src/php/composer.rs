//! Composer: requirements that cannot be met.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "  Problem ",
            " does not contain valid JSON",
            " does not match the expected JSON schema"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The problems below `Your requirements could not be resolved to an installable set of packages.`, one for each
`Problem 1`, and a `composer.json` that does not parse or does not fit its schema.

## Versions seen

Composer 2, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Build,
    r#"^ *"?(?<file>\S*composer\.(?:json|lock))"? (?<message>does not (?:contain valid JSON|match the expected JSON schema).*)$"#,
)];

static PARTS: [Part; 2] = [
    Part::one(r"^  Problem \d+$"),
    Part::many(r"^    (?:  )?- {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Import, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a package that does not exist",
    r#"Your requirements could not be resolved to an installable set of packages.

  Problem 1
    - Root composer.json requires acme/shop, it could not be found in any version, there may be a typo in the package name.
"#,
    r#"[{"type": "import", "severity": "error", "message": "Root composer.json requires acme/shop, it could not be found in any version, there may be a typo in the package name."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "composer",
    "Composer: requirements that cannot be met",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
