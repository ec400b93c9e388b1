//! ESLint's and stylelint's formats of one line: compact, unix, codeframe, visualstudio.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ", Error - ",
            ", Warning - ",
            ", error - ",
            ", warning - ",
            " [Error/",
            " [Warning/",
            ") at ",
            "Parsing error: ",
            "): error ",
            "): warning "
        ]
    )
    .confirmed_by(format::may_label_rule)
    .priority(AFTER_THE_LINTERS)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

- `compact`: `/src/shop.js: line 3, col 5, Error - Missing semicolon. (semi)`;
- `unix`: `/src/shop.js:3:5: Missing semicolon. [Error/semi]`;
- `codeframe`: `error: Missing semicolon (semi) at shop.js:3:5:`, above the quoted source;
- `visualstudio`: `/src/shop.js(3,5): error semi : Missing semicolon.`

## Versions seen

ESLint 1 to 10 and stylelint 14 to 17; textlint 15.
"#;

/// Linters with a parser of their own print the same.
const AFTER_THE_LINTERS: i32 = 4;

static LINES: [Pattern; 4] = [
    Pattern::lint(
        r"^{file}: line {line}, col {column}, (?<severity>[Ee]rror|[Ww]arning) - {message}(?: \((?<code>[\w@/-]+)\))?$",
    )
    .broken(&BROKEN),
    Pattern::lint(
        r"^{file}:{line}:{column}: {message} \[(?<severity>Error|Warning)/(?<code>[\w@/-]+)\]$",
    ),
    Pattern::lint(
        r"^(?<severity>error|warning): {message}(?: \((?<code>[\w@/-]+)\))? at (?<file>{drive}[^:\s][^:]*\.\w+):{line}:{column}:$",
    )
    .broken(&BROKEN),
    Pattern::lint(
        r"^(?<file>{drive}[^:(]+)\({line},{column}\): (?<severity>error|warning) (?<code>[\w@/-]*) : {message}$",
    )
    .broken(&BROKEN),
];

static BROKEN: [&str; 1] = ["Parsing error"];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "findings",
        r#"/home/dev/project/shop.js: line 3, col 5, Error - Missing semicolon. (semi)
/home/dev/project/cart.js: line 1, col 7, Error - Parsing error: Unexpected token

2 problems
"#,
        r#"[{"type": "lint", "severity": "error", "code": "semi", "file": "/home/dev/project/shop.js", "line": 3, "column": 5, "message": "Missing semicolon."}, {"type": "syntax", "line": 1}]"#,
    ),
    Example::new(
        "codeframe",
        "error: Missing semicolon (semi) at shop.js:3:5:\n  2 | a();\n> 3 | b()\n    |    ^\n",
        r#"[{"type": "lint", "severity": "error", "code": "semi", "file": "shop.js", "line": 3, "column": 5, "message": "Missing semicolon"}]"#,
    ),
    Example::new(
        "visualstudio",
        "/home/dev/project/shop.js(3,9): error eqeqeq : Expected '===' and instead saw '=='.\n",
        r#"[{"type": "lint", "severity": "error", "code": "eqeqeq", "line": 3, "column": 9, "message": "Expected '===' and instead saw '=='."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "eslint-compact",
    "ESLint's and stylelint's formats of one line",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("css")],
    &EXAMPLES,
);
