//! Languages of models: Stan, MiniZinc and AMPL.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "emantic error in '",
            "yntax error in '",
            ".mzn:",
            ".dzn:",
            " (offset "
        ]
    )
    .priority(6)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- Stan: `Semantic error in 'FILE', line 12, column 5 to column 8:`, the source between rules, and the message;
- MiniZinc: `FILE:12.5-8:` and below it `MiniZinc: type error: message`;
- AMPL: `FILE, line 12 (offset 100):`, the message indented below, and the context.

## Versions seen

stanc 2.30, MiniZinc 2.5 and AMPL 2023, from their documentation.
"#;

static STAN: [Part; 6] = [
    Part::one(
        r"^(?:Semantic|Syntax) error in '(?<file>[^']+)', line {line}, column {column}(?: to (?:line {end_line}, )?column {end_column})?(?:, .*)?:$",
    ),
    Part::one(r"^ +-+$"),
    Part::many(r"^ *\d+:.*$|^ +\^.*$"),
    Part::one(r"^ +-+$"),
    Part::maybe(r"^$"),
    Part::many(r"^{message}$"),
];

static MINIZINC: [Part; 2] = [
    Part::one(r"^(?<file>{drive}[^:]+\.[md]zn):{line}(?:\.{column}(?:-{last_column})?)?:$"),
    Part::one(r"^(?:MiniZinc|Error): (?:(?:type|syntax|evaluation) error: ?)?{message}$"),
];

static AMPL: [Part; 3] = [
    Part::one(r"^(?<file>[^,\s]+), line {line} \(offset \d+\):$"),
    Part::one(r"^\s+{message}$"),
    Part::maybe(r"^context: .*$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Type, &STAN)
        .columns_from_zero()
        .broken(&["Ill-formed", "Parse error"]),
    Block::compiler(&MINIZINC),
    Block::compiler(&AMPL).broken(&["syntax error"]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "Stan",
        "Semantic error in 'shop.stan', line 12, column 4 to column 9:\n   -------------------------------------------------\n    12:      total ~ normal(0, 1);\n             ^\n   -------------------------------------------------\n\nIdentifier 'total' not in scope.\n",
        r#"[{"type": "type", "severity": "error", "file": "shop.stan", "line": 12, "column": 5, "end_column": 10, "message": "Identifier 'total' not in scope."}]"#,
    ),
    Example::new(
        "MiniZinc",
        "/home/dev/project/shop.mzn:12.5-9:\nMiniZinc: type error: undefined identifier `total'\n",
        r#"[{"severity": "error", "file": "/home/dev/project/shop.mzn", "line": 12, "column": 5, "end_column": 10, "message": "undefined identifier `total'"}]"#,
    ),
    Example::new(
        "AMPL",
        "shop.mod, line 12 (offset 100):\n\tsyntax error\ncontext:  var total >>> y <<< ;\n",
        r#"[{"type": "syntax", "severity": "error", "file": "shop.mod", "line": 12, "message": "syntax error"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "modelling",
    "Stan, MiniZinc and AMPL",
    DOCS,
    &[
        Cow::Borrowed("stan"),
        Cow::Borrowed("minizinc"),
        Cow::Borrowed("ampl"),
    ],
    &EXAMPLES,
);
