//! YARA's compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["error: rule ", "warning: rule "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`error: rule "Foo" in shop.yar(3): undefined identifier "x"`.

## Versions seen

YARA 4.2.3.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r#"^(?<severity>error|warning): rule "[^"]*" in {file}\({line}\): {message}$"#,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    r#"error: rule "Shop" in rules/shop.yar(3): undefined identifier "totl"
"#,
    r#"[{"severity": "error", "file": "rules/shop.yar", "line": 3, "message": "undefined identifier \"totl\""}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "yara",
    "YARA's compiler",
    DOCS,
    &[Cow::Borrowed("yara")],
    &EXAMPLES,
);
