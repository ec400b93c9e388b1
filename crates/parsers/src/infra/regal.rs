//! Regal: Rego.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Rule:         \t"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The format `pretty`: rule, description and location, each on a line of its own.

## Versions seen

Regal 0.10 to 0.30, from its documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one(r"^Rule:\s+(?<code>\S+)\s*$"),
    Part::one(r"^Description:\s+{message}\s*$"),
    Part::many(r"^Category:\s.*$"),
    Part::one(r"^Location:\s+{file}:{line}:{column}\s*$"),
    Part::many(r"^(?:Text|Documentation):\s.*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Lint, &PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a violation",
    r#"Rule:         	opa-fmt
Description:  	File should be formatted with `opa fmt`
Category:     	style
Location:     	shop.rego:3:5
Text:         	package shop
Documentation:	https://docs.styra.com/regal/rules/style/opa-fmt

"#,
    r#"[{"type": "lint", "severity": "error", "code": "opa-fmt", "file": "shop.rego", "line": 3, "column": 5, "message": "File should be formatted with `opa fmt`"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("regal", "Regal: Rego", DOCS, &[Cow::Borrowed("rego")], &EXAMPLES);
