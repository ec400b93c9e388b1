//! Symfony's linters of YAML, Twig and XLIFF.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ERROR  in "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`ERROR  in FILE (line 3)`, the source, and ` >> message` below it.

## Versions seen

Symfony 3 to 7, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^ *ERROR  in (?<file>\S.*?) \(line {line}\)$"),
    Part::many(r"^ +\d+ +.*$|^ *$"),
    Part::one(r"^ *>> (?:\d+ +.*|{message})$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS).saying("the file does not parse")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a document that does not parse",
    r#" ERROR  in config/shop.yaml (line 3)
 >> Malformed inline YAML string at line 3.
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "config/shop.yaml", "line": 3, "message": "Malformed inline YAML string at line 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "symfony-lint",
    "Symfony's linters of YAML, Twig and XLIFF",
    DOCS,
    &[Cow::Borrowed("yaml"), Cow::Borrowed("twig")],
    &EXAMPLES,
);
