//! LanguageTool, on the command line.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".) Line "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`1.) Line 5, column 3, Rule ID: NAME`, below it `Message: ...` and `Suggestion: ...`.

## Versions seen

LanguageTool 4 to 6, from its documentation.
"#;

static PARTS: [Part; 6] = [
    Part::one(r"^\d+\.\) Line {line}, column {column}, Rule ID: (?<code>[\w-]+(?:\[\d+\])?).*$"),
    Part::one("^Message: {message}$"),
    Part::maybe("^Suggestion: (?<advice>.+)$"),
    Part::maybe("^More info: .*$"),
    Part::maybe(r"^.*\S.*$"),
    Part::maybe(r"^ *\^+ *$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "1.) Line 7, column 1, Rule ID: UPPERCASE_SENTENCE_START
Message: This sentence does not start with an uppercase letter
Suggestion: This
this is a sentence.
^^^^
",
    r#"[{"type": "lint", "severity": "warning", "code": "UPPERCASE_SENTENCE_START", "line": 7, "column": 1, "message": "This sentence does not start with an uppercase letter", "advice": "This"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "languagetool",
    "LanguageTool, on the command line",
    DOCS,
    &[],
    &EXAMPLES,
);
