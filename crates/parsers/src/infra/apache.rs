//! Apache's configuration test.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["yntax error on line "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Syntax error on line 3 of FILE:`, with what is wrong on the next line.

## Versions seen

Apache HTTP Server 2.2 and 2.4, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:AH\d+: )?Syntax error on line {line} of (?<file>\S.*):$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a directive that does not exist",
    r#"AH00526: Syntax error on line 3 of /etc/apache2/apache2.conf:
Invalid command 'Foo', perhaps misspelled
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "/etc/apache2/apache2.conf", "line": 3, "message": "Invalid command 'Foo', perhaps misspelled"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("apache", "Apache's configuration test", DOCS, &[], &EXAMPLES);
