//! Parcel.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["@parcel/"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`@parcel/core: message`, and below it the place and the source.

## Versions seen

Parcel 2.16.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?:🚨 )?@parcel/[\w-]+: {message}$"),
    Part::maybe(r"^\s*$"),
    Part::one(r"^ +(?<file>(?:[A-Za-z]:)?[^:\s]+):{line}:{column}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a module that does not exist",
    r#"@parcel/core: Failed to resolve './x' from './src/shop.js'

  /home/dev/project/src/shop.js:3:15
    2 | 
  > 3 | import x from './x';
  >   |               ^^^^^
"#,
    r#"[{"severity": "error", "file": "/home/dev/project/src/shop.js", "line": 3, "column": 15, "message": "Failed to resolve './x' from './src/shop.js'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "parcel",
    "Parcel",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
