//! HLint, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": Warning: ",
            ": Suggestion: ",
            ": Error: ",
            "\"refactorings\"",
            "\"hint\""
        ]
    )
    .priority(6)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`a.hs:2:10-18: Warning: Redundant ==`, what was found and what to write instead (the advice); and `--json`.

## Versions seen

HLint 1.9 to 3.4.
"#;

static PARTS: [Part; 6] = [
    Part::one(
        r"^(?<file>.+\.l?hsc?):{line}:{column}(?:-{last_column})?: (?<severity>Warning|Suggestion|Error|Ignore): {message}$",
    ),
    Part::one("^(?:Found:|Why not .*|Perhaps .*)$"),
    Part::many("^ .*$"),
    Part::maybe("^(?:Perhaps|Why not):$"),
    Part::many("^  (?<advice>.*)$"),
    Part::many("^Note: .*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).broken(&["Parse error"])];

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "file"),
    (Field::Line, "startLine"),
    (Field::Column, "startColumn"),
    (Field::EndLine, "endLine"),
    (Field::EndColumn, "endColumn"),
    (Field::Severity, "severity"),
    (Field::Message, "hint"),
    (Field::Advice, "to"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS)
    .needing(&["hint", "startLine"])
    .broken(&["Parse error"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a suggestion",
        "a.hs:2:10-18: Warning: Redundant ==
Found:
  x == True
Perhaps:
  x

",
        r#"[{"type": "lint", "severity": "warning", "file": "a.hs", "line": 2, "column": 10, "end_column": 19, "message": "Redundant ==", "advice": "x"}]"#,
    ),
    Example::new(
        "code that does not parse",
        "bad.hs:2:12: Error: Parse error: possibly incorrect indentation or mismatched brackets
Found:
    fun x = y
  > x = if true
",
        r#"[{"type": "syntax", "severity": "error", "line": 2, "column": 12}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"module":["A"],"decl":["f"],"severity":"Suggestion","hint":"Redundant bracket","file":"a.hs","startLine":2,"startColumn":25,"endLine":2,"endColumn":28,"from":"(1)","to":"1","note":[],"refactorings":"[]"}]
"#,
        r#"[{"severity": "info", "line": 2, "column": 25, "end_column": 28, "message": "Redundant bracket", "advice": "1"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "hlint",
    "HLint, in text and JSON",
    DOCS,
    &[Cow::Borrowed("haskell")],
    &EXAMPLES,
);
