//! D: dmd, ldc, gdc and D-Scanner.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".d(", ".di(", "\"fileName\""])
        .lines(&LINES)
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`a.d(3,5): Error: message`, `Deprecation:`, `Warning:`, with the lines that say more of it; `CLASS@a.d(3): message` of what
a program did not catch, `a.d(3): [unittest] message`; and D-Scanner's `a.d(3:5)[warn]: message` and JSON.

## Versions seen

LDC 1.30; DMD 2.080 to 2.109 from its documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::of(
        ErrorType::Runtime,
        r"^(?<code>[\w.]+(?:Error|Exception))@(?<file>{drive}[^(:]+\.di?)\({line}\): {message}$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^(?<file>{drive}[^(:]+\.di?)\({line}\): \[unittest\] {message}$",
    ),
    Pattern::lint(r"^(?<file>{drive}[^(:]+\.di?)\({line}:{column}\)\[(?<severity>warn|error)\]: {message}$"),
];

/// An error, and what else the compiler says of it, which stands further to the right.
static SAID: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^(:]+\.di?)\({line}(?:,{column})?\): (?<severity>Error|Warning|Deprecation): {message}$",
    ),
    Part::many(r"^{drive}[^(:]+\.di?\(\d+(?:,\d+)?\):  +{message}$"),
];

static MISSING: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^(:]+\.di?)\({line}(?:,{column})?\): Error: (?<message>(?:unable to read module|module `.+` is in file) .*)$",
    ),
    Part::many(r"^{drive}[^(:]+\.di?\(\d+(?:,\d+)?\):  +{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Import, &MISSING),
    Block::compiler(&SAID)
        .words(&[("Deprecation", Severity::Warning)])
        .broken(&[
            "found ",
            "expression expected",
            "unterminated",
            "declaration expected",
            "semicolon ",
        ]),
];

/// D-Scanner's report.
static FIELDS: [(Field, &str); 6] = [
    (Field::File, "fileName"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Severity, "type"),
    (Field::Code, "key"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("issues.*", &FIELDS).needing(&["key", "fileName", "line"])];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "an error that is explained, what was thrown, and a test",
        "a.d(4): Error: function `a.f(int a)` is not callable using argument types `(string)`\na.d(4):        cannot pass argument `\"x\"` of type `string` to parameter `int a`\ncore.exception.ArrayIndexError@e.d(2): index [3] is out of bounds for array of length 0\ne.d(3): [unittest] no\n",
        r#"[{"severity": "error", "file": "a.d", "line": 4, "message": "function `a.f(int a)` is not callable using argument types `(string)`\ncannot pass argument `\"x\"` of type `string` to parameter `int a`"},
            {"type": "runtime", "severity": "error", "code": "core.exception.ArrayIndexError", "file": "e.d", "line": 2}, {"type": "assertion", "file": "e.d", "line": 3, "message": "no"}]"#,
    ),
    Example::new(
        "D-Scanner's report",
        r#"{"issues": [{"key": "dscanner.suspicious.unused_parameter", "fileName": "source/app.d", "line": 15, "column": 17, "message": "Parameter args is never used."}]}
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "dscanner.suspicious.unused_parameter", "file": "source/app.d", "line": 15, "column": 17}]"#,
    ),
    Example::new(
        "an error",
        "source/app.d(3,5): Error: undefined identifier `totl`\n",
        r#"[{"type": "type", "severity": "error", "file": "source/app.d", "line": 3, "column": 5, "message": "undefined identifier `totl`"}]"#,
    ),
    Example::new(
        "D-Scanner",
        "source/app.d(3:5)[warn]: Variable x is never modified.\n",
        r#"[{"type": "lint", "severity": "warning", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dmd",
    "D: dmd, ldc, gdc and D-Scanner",
    DOCS,
    &[Cow::Borrowed("d")],
    &EXAMPLES,
);
