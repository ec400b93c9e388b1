//! Gitleaks.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["\"RuleID\"", "Finding:     "])
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`gitleaks detect -v`, whose findings are blocks of `Finding:`, `RuleID:`, `File:` and `Line:`, and its JSON. What was leaked is not repeated.

## Versions seen

Gitleaks 8, from its documentation.
"#;

static PARTS: [Part; 8] = [
    Part::one("^Finding: .*$"),
    Part::many("^(?:Secret|Entropy|Tags|Fragment): .*$"),
    Part::one(r"^RuleID: +(?<code>\S+)$"),
    Part::many("^(?:Entropy|Tags): .*$"),
    Part::one(r"^File: +(?<file>\S.*)$"),
    Part::one("^Line: +{line}$"),
    Part::many("^(?:Commit|Author|Email|Date): .*$"),
    Part::maybe("^Fingerprint: .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Lint, &PARTS).saying("a secret in the source")];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "File"),
    (Field::Line, "StartLine"),
    (Field::Column, "StartColumn"),
    (Field::EndLine, "EndLine"),
    (Field::LastColumn, "EndColumn"),
    (Field::Code, "RuleID"),
    (Field::Message, "Description"),
];

static RECORDS: [Records; 1] = [Records::of(ErrorType::Lint, "*", &FIELDS)
    .needing(&["RuleID", "StartLine"])
    .saying("a secret in the source")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        r#"Finding:     token = "REDACTED"
Secret:      REDACTED
RuleID:      generic-api-key
Entropy:     3.6
File:        config/shop.py
Line:        3
Commit:      1f2e3d
Author:      A. Developer
Fingerprint: 1f2e3d:config/shop.py:generic-api-key:3
"#,
        r#"[{"type": "lint", "severity": "error", "code": "generic-api-key", "file": "config/shop.py", "line": 3}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"Description":"AWS","StartLine":3,"EndLine":3,"StartColumn":5,"EndColumn":20,"Match":"REDACTED","Secret":"REDACTED","File":"shop.py","RuleID":"aws-access-token"}]
"#,
        r#"[{"code": "aws-access-token", "file": "shop.py", "line": 3, "column": 5, "message": "AWS"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("gitleaks", "Gitleaks", DOCS, &[], &EXAMPLES);
