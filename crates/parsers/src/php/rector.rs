//! Rector and ECS: code that they would change.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".php:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The numbered list of files with the first line that would change (`1) src/Shop.php:12`) above its diff, and the
rules below it.

## Versions seen

Rector 1 and 2, ECS 12, from their documentation.
"#;

static PARTS: [Part; 6] = [
    Part::one(r"^ ?\d+\) (?<file>{drive}[^:]+\.php):{line}$"),
    Part::many(r"^\s*$"),
    Part::one(r"^ *-+ begin diff -+$"),
    Part::many(r"^(?:@@|[-+ ]|\\).*$|^$"),
    Part::maybe(r"^(?:Applied rules|Applied checkers):$"),
    Part::many(r"^(?: \* (?<code>\w+).*)?$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)
    .severity(Severity::Error)
    .saying("code that would change")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a rule of Rector",
    r#"1) src/Shop.php:12

    ---------- begin diff ----------
@@ Line 12 @@
-        $x = array();
+        $x = [];
    ----------- end diff -----------

Applied rules:
 * LongArrayToShortArrayRector

"#,
    r#"[{"type": "lint", "severity": "error", "file": "src/Shop.php", "line": 12, "code": "LongArrayToShortArrayRector", "message": "code that would change"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rector",
    "Rector and ECS: code that they would change",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);
