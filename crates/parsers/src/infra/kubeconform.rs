//! kubeconform and kubeval.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[" is invalid: ", " contains an invalid ", " failed validation: "]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`shop.yaml - Deployment shop is invalid: message`, and kubeval's `WARN - shop.yaml contains an invalid Deployment (shop) - message`.

## Versions seen

kubeconform 0.4 to 0.6 and kubeval 0.16, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Lint,
        r"^(?<file>\S.*?) - (?:\S+ \S+ )?(?:is invalid|failed validation): {message}$",
    ),
    Pattern::of(
        ErrorType::Lint,
        r"^(?:WARN|ERR ) +- (?<file>\S.*?) contains an invalid \S+ \([^)]*\) - {message}$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "kubeconform",
        r#"shop.yaml - Deployment shop is invalid: problem validating schema. Check JSON formatting: at '/spec/replicas': got string, want null or integer
"#,
        r#"[{"type": "lint", "severity": "error", "file": "shop.yaml"}]"#,
    ),
    Example::new(
        "kubeval",
        r#"WARN - shop.yaml contains an invalid Deployment (shop) - spec.replicas: Invalid type. Expected: [integer,null], given: string
"#,
        r#"[{"file": "shop.yaml", "message": "spec.replicas: Invalid type. Expected: [integer,null], given: string"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "kubeconform",
    "kubeconform and kubeval",
    DOCS,
    &[Cow::Borrowed("yaml")],
    &EXAMPLES,
);
