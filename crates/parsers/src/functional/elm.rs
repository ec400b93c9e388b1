//! Elm, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".elm", "\"problems\"", "\"overview\"", "\"title\""]
    )
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`-- TYPE MISMATCH --- src/Main.elm`, the explanation, and the line that it is at; and `--report=json` of
version 0.19 and of 0.18.

## Versions seen

Elm 0.18 and 0.19, from its documentation.
"#;

static PARTS: [Part; 7] = [
    Part::one("^-- (?<code>[A-Z][A-Z ]+[A-Z]) -+ {file}$"),
    Part::many("^$"),
    Part::many(r"^(?<message>[^\d\s].*)$"),
    Part::many(r"^$|^[^\d\s].*$"),
    Part::one(r"^ *{line}\|.*$"),
    Part::many(r"^ *\d+\|.*$"),
    Part::Marks,
];

static BLOCKS: [Block; 1] =
    [Block::of(ErrorType::Type, &PARTS).broken(&["PARSE ERROR", "SYNTAX PROBLEM", "UNFINISHED"])];

static FIELDS_1: [(Field, &str); 7] = [
    (Field::File, "path"),
    (Field::Line, "region.start.line"),
    (Field::Column, "region.start.column"),
    (Field::EndLine, "region.end.line"),
    (Field::EndColumn, "region.end.column"),
    (Field::Code, "title"),
    (Field::Message, "message"),
];

static FIELDS_2: [(Field, &str); 8] = [
    (Field::File, "file"),
    (Field::Line, "region.start.line"),
    (Field::Column, "region.start.column"),
    (Field::EndLine, "region.end.line"),
    (Field::EndColumn, "region.end.column"),
    (Field::Severity, "type"),
    (Field::Code, "tag"),
    (Field::Message, "overview"),
];

static FIELDS_3: [(Field, &str); 3] = [
    (Field::File, "path"),
    (Field::Code, "title"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 3] = [
    Records::of(ErrorType::Type, "errors.*.problems.*", &FIELDS_1)
        .needing(&["title", "region"])
        .broken(&["PARSE ERROR", "SYNTAX PROBLEM"]),
    Records::of(ErrorType::Type, "*", &FIELDS_2)
        .needing(&["overview", "region"])
        .broken(&["SYNTAX PROBLEM"]),
    Records::of(ErrorType::Build, "", &FIELDS_3).needing(&["title", "message", "path"]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "text",
        "-- NAMING ERROR ------------------------------------------------ src/Main.elm

I cannot find a `totl` variable:

5| main = totl
          ^^^^
These names seem close though:
",
        r#"[{"type": "type", "severity": "error", "code": "NAMING ERROR", "file": "src/Main.elm", "line": 5, "column": 8, "end_column": 12, "message": "I cannot find a `totl` variable:"}]"#,
    ),
    Example::new(
        "JSON of 0.19",
        r#"{"type":"compile-errors","errors":[{"path":"src/Main.elm","name":"Main","problems":[{"title":"NAMING ERROR","region":{"start":{"line":5,"column":8},"end":{"line":5,"column":12}},"message":["I cannot find a `totl` variable:\n\n5| main = ",{"bold":false,"underline":false,"color":"RED","string":"totl"}]}]}]}
"#,
        r#"[{"code": "NAMING ERROR", "file": "src/Main.elm", "line": 5, "column": 8, "end_column": 12}]"#,
    ),
    Example::new(
        "JSON of 0.18",
        r#"[{"tag":"unused import","overview":"Module `Html` is unused.","details":"","region":{"start":{"line":3,"column":1},"end":{"line":3,"column":12}},"type":"warning","file":"src/Main.elm"}]
"#,
        r#"[{"severity": "warning", "code": "unused import", "line": 3, "message": "Module `Html` is unused."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "elm",
    "Elm, in text and JSON",
    DOCS,
    &[Cow::Borrowed("elm")],
    &EXAMPLES,
);
