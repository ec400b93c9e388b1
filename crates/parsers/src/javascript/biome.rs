//! Biome and Rome.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["━━━"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FILE:2:1 lint/style/useConst ━━━`, the message below it after a mark for its severity, and the quoted lines.
Code that does not parse has the category `parse`, a file that is not formatted `format` and no line. The
formats `github`, `gitlab`, `junit` and `rdjson` are read as such.

## Versions seen

Biome 2.6.
"#;

static PARTS: [Part; 6] = [
    Part::one(
        r"^(?<file>\S+?)(?::{line}:{column})? (?<code>(?:lint|parse|format|assist|organizeImports|suppressions|syntax|check|project|configuration|deserialize|plugin|internalError|files)(?:/\w+)*)(?:  [A-Z]+)* +━+$",
    ),
    Part::many(r"^\s*$"),
    Part::one("^  (?<severity>[×✖!⚠iℹ]) {message}$"),
    Part::many("^ *$"),
    Part::many(r"^  [ >] *\d+ │(?: .*)?$"),
    Part::Marks,
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)
    .words(&[
        ("×", Severity::Error),
        ("✖", Severity::Error),
        ("!", Severity::Warning),
        ("⚠", Severity::Warning),
        ("i", Severity::Info),
        ("ℹ", Severity::Info),
    ])
    .broken(&["parse"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a finding",
        "shop.js:2:1 lint/style/useConst  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This let declares a variable that is only assigned once.
  
    1 │ const x = 1;
  > 2 │ let y = 2
      │ ^^^
    3 │ if (y == x) { debugger; }
  
",
        r#"[{"type": "lint", "severity": "warning", "code": "lint/style/useConst", "file": "shop.js", "line": 2, "column": 1, "end_column": 4, "message": "This let declares a variable that is only assigned once."}]"#,
    ),
    Example::new(
        "code that does not parse",
        "shop.js:3:6 parse ━━━━━━━━━━━━━━━━━━━━━━━

  × Expected an expression but instead found ';'.
",
        r#"[{"type": "syntax", "severity": "error", "code": "parse", "line": 3, "column": 6}]"#,
    ),
    Example::new(
        "a file that is not formatted",
        "shop.js format ━━━━━━━━━━━━━━━━━━━━━━━

  × File content differs from formatting output
",
        r#"[{"type": "lint", "severity": "error", "code": "format", "file": "shop.js"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "biome",
    "Biome and Rome",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
