//! desktop-file-validate.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".desktop: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`shop.desktop: error: message`, of which no line is known.

## Versions seen

desktop-file-utils 0.26, from its documentation; desktop-file-utils 0.26.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>\S.*\.desktop): (?<severity>error|warning|hint): {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    r#"shop.desktop: error: value "Foo" for key "Type" in group "Desktop Entry" is not a registered type value
"#,
    r#"[{"type": "lint", "severity": "error", "file": "shop.desktop"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "desktop-file-validate",
    "desktop-file-validate",
    DOCS,
    &[],
    &EXAMPLES,
);
