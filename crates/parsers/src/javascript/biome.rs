//! Biome and Rome.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["━━━", "\"category\""])
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`FILE:2:1 lint/style/useConst ━━━`, the message below it after a mark for its severity, and the quoted lines.
Code that does not parse has the category `parse`, a file that is not formatted `format` and no line. The
format `json`; the formats `github`, `gitlab`, `junit` and `rdjson` are read as such.

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

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "location.path"),
    (Field::Line, "location.start.line"),
    (Field::Column, "location.start.column"),
    (Field::EndLine, "location.end.line"),
    (Field::EndColumn, "location.end.column"),
    (Field::Severity, "severity"),
    (Field::Code, "category"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("diagnostics.*", &FIELDS)
    .needing(&["category", "advices", "location.path"])
    .broken(&["parse"])];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "JSON",
        r#"{"summary":{"errors":1},"diagnostics":[{"severity":"warning","message":"This variable x is unused.","category":"lint/correctness/noUnusedVariables","location":{"path":"shop.js","start":{"line":2,"column":9},"end":{"line":2,"column":10}},"advices":[]}],"command":"check"}
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "lint/correctness/noUnusedVariables", "file": "shop.js", "line": 2, "column": 9, "end_column": 10}]"#,
    ),
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
