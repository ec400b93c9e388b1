//! GHC, by itself and within Cabal and Stack.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".hs:", ".lhs:", ".hsc:", ": panic! (", "\"ghcVersion\"", "\"Sev"]
    )
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`src/Main.hs:3:5: error: [GHC-88464]`, the message indented below it (bullets and all), and the
quoted lines. Ranges as `3:5-9` and `(3,5)-(4,9)`. Old versions said nothing for an error. `[-Wname]` is the
code where there is no number. Also `-fdiagnostics-as-json`, its forerunner `-ddump-json`, and the compiler's own panic.

## Versions seen

GHC 9.0; 7 to 9.10 from its documentation.
"#;

static PARTS_1: [Part; 6] = [
    Part::one(
        r"^(?:[\w.-]+ *> *)?\s*(?<file>(?:[A-Za-z]:)?[^:\s][^:]*\.(?:hs|lhs|hsc|hs-boot)):{line}:{column}(?:-{last_column})?:(?: (?<severity>error|warning|fatal error|Warning):?(?: \[(?<code>GHC-\d+|-[\w-]+)(?:[^\]]*)\])?(?: \[[^\]]+\])*(?: {message})?)?$",
    ),
    Part::many(r"^ +(?<message>[^\s|\d].*|\d+[^\s|\d].*)$"),
    Part::maybe(r"^ *\|$"),
    Part::maybe(r"^ *\d+ *\|.*$"),
    Part::Marks,
    Part::many(r"^ *(?:\d+)? *\|.*$|^ *\.\.\.$"),
];

static PARTS_2: [Part; 3] = [
    Part::one(
        r"^(?:[\w.-]+ *> *)?\s*(?<file>(?:[A-Za-z]:)?[^:\s][^:]*\.(?:hs|lhs|hsc|hs-boot)):\({line},{column}\)-\({end_line},{last_column}\):(?: (?<severity>error|warning|fatal error|Warning):?(?: \[(?<code>GHC-\d+|-[\w-]+)(?:[^\]]*)\])?(?: \[[^\]]+\])*(?: {message})?)?$",
    ),
    Part::many(r"^ +(?<message>[^\s|\d].*|\d+[^\s|\d].*)$"),
    Part::many(r"^ *(?:\d+)? *\|.*$|^ *\.\.\.$"),
];

/// `-fdiagnostics-as-json`.
static FIELDS: [(Field, &str); 8] = [
    (Field::File, "span.file"),
    (Field::Line, "span.start.line"),
    (Field::Column, "span.start.column"),
    (Field::EndLine, "span.end.line"),
    (Field::EndColumn, "span.end.column"),
    (Field::Severity, "severity"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

/// `-ddump-json`, which says of what is no finding that its severity is `SevOutput`.
static DUMPED: [(Field, &str); 8] = [
    (Field::File, "span.file"),
    (Field::Line, "span.startLine"),
    (Field::Column, "span.startCol"),
    (Field::EndLine, "span.endLine"),
    (Field::EndColumn, "span.endCol"),
    (Field::Severity, "severity"),
    (Field::Code, "reason"),
    (Field::Message, "doc"),
];

static RECORDS: [Records; 3] = [
    Records::of(ErrorType::Build, "", &FIELDS).needing(&["ghcVersion", "span.file", "message"]),
    Records::of(ErrorType::Build, "", &DUMPED)
        .needing(&["severity=SevError", "span.startLine", "doc"])
        .broken(&["parse error", "lexical error"]),
    Records::lint("", &DUMPED)
        .needing(&["severity=SevWarning", "span.startLine", "doc"])
        .words(&[("SevWarning", Severity::Warning)]),
];

/// A plug-in's complaint may come as one, with a place of its own.
static PANIC: [Part; 3] = [
    Part::one(r"^ghc\S*: (?<message>panic! .*)$"),
    Part::one(r"^ +\(GHC version .*:$"),
    Part::maybe(r"^\s+(?:(?<file>\S+\.l?hs):\(?{line}[:,]{column}\)?\S* )?(?<message>\S.*)$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Build, &PANIC).severity(Severity::Fatal),
    Block::compiler(&PARTS_1).broken(&["parse error", "lexical error"]),
    Block::compiler(&PARTS_2).broken(&["parse error", "lexical error"]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "-ddump-json",
        r#"{"span": null,"doc": "[1 of 1] Compiling B                ( b.hs, nothing )","severity": "SevOutput","reason": null}
{"span": {"file": "b.hs","startLine": 3,"startCol": 7,"endLine": 3,"endCol": 8},"doc": "Variable not in scope: y :: String","severity": "SevError","reason": null}
"#,
        r#"[{"severity": "error", "file": "b.hs", "line": 3, "column": 7, "end_line": 3, "end_column": 8, "message": "Variable not in scope: y :: String"}]"#,
    ),
    Example::new(
        "an error",
        "src/Main.hs:5:9: error: [GHC-88464]
    Variable not in scope: totl
    Suggested fix: Perhaps use `total'
  |
5 | main = totl
  |        ^^^^
",
        r#"[{"type": "type", "severity": "error", "code": "GHC-88464", "file": "src/Main.hs", "line": 5, "column": 9, "end_column": 13, "message": "Variable not in scope: totl\nSuggested fix: Perhaps use `total'"}]"#,
    ),
    Example::new(
        "a warning of several lines",
        "src/Main.hs:(7,1)-(8,12): warning: [-Wmissing-signatures]\n    Top-level binding with no type signature: f :: Int\n",
        r#"[{"type": "lint", "severity": "warning", "code": "-Wmissing-signatures", "line": 7, "column": 1, "end_line": 8, "end_column": 13}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ghc",
    "GHC, by itself and within Cabal and Stack",
    DOCS,
    &[Cow::Borrowed("haskell")],
    &EXAMPLES,
);
