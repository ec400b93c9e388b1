//! Jikes.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" compiling \""]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`Found 2 semantic errors compiling "FILE":`, and below it each line with its number and marks, and what is wrong
behind `*** Error:` or `<-- Warning:`.

## Versions seen

Jikes 1.22, from its manual.
"#;

static ROWS: [Pattern; 1] = [Pattern::compiler(r"^ *{line}\. .*$")];

static LISTINGS: [Listing; 1] = [Listing::new(
    r#"^(?:Found|Issued) \d+ (?:semantic|syntax|lexical|system) (?:error|warning)s?(?: and .+)? (?:compiling|in) "(?<file>[^"]+)":$"#,
    &ROWS,
)
.continued(r"^(?:\*\*\*|<--) (?:Semantic |Syntax |Lexical )?(?<severity>Error|Warning|Caution): {message}$")
.skipping(r"^\s*$|^ *[\^<>-]+$")
.marked()];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "Found 1 semantic error compiling \"src/Shop.java\":\n\n   22.      final Total b = new Total(c, 5);\n                            ^-------------^\n*** Semantic Error: No applicable constructor was found.\n",
    r#"[{"severity": "error", "file": "src/Shop.java", "line": 22, "message": "No applicable constructor was found."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("jikes", "Jikes", DOCS, LANGUAGES, &EXAMPLES);
