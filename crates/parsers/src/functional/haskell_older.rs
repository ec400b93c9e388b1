//! Hugs and Clean.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ERROR \"", "rror [", "arning ["]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

Hugs: `ERROR "FILE":12 - message`. Clean: `Error [FILE,12,function]: message`, `Type error [FILE,12,function]: message`.

## Versions seen

Hugs 2006 and Clean 3, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(r#"^ERROR "(?<file>[^"]+)":{line} - {message}$"#).broken(&["Syntax error"]),
    Pattern::compiler(
        r"^(?:[A-Z][a-z]+ )?(?<severity>[Ee]rror|[Ww]arning) \[(?<file>[^,\]]+\.[id]cl),{line}(?:;{column})?(?:,[^\]]*)?\]: {message}$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Hugs",
        "ERROR \"shop.hs\":12 - Undefined variable \"total\"\n",
        r#"[{"type": "type", "severity": "error", "file": "shop.hs", "line": 12}]"#,
    ),
    Example::new(
        "Clean",
        "Type error [shop.icl,12,total]: cannot unify types Int and Real\n",
        r#"[{"severity": "error", "file": "shop.icl", "line": 12, "message": "cannot unify types Int and Real"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "haskell-older",
    "Hugs and Clean",
    DOCS,
    &[Cow::Borrowed("haskell"), Cow::Borrowed("clean")],
    &EXAMPLES,
);
