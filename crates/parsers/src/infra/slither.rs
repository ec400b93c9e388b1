//! Slither: analysis of Solidity.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".sol#", "\"source_mapping\""])
        .lines(&LINES)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

What a detector says of a contract (`Reentrancy in Shop.pay() (contracts/Shop.sol#12-18):`), and the JSON.

## Versions seen

Slither 0.8 to 0.10, from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<message>[A-Z\w][^\t]*?) \((?<file>[^()#]+\.sol)#{line}(?:-{end_line})?\)(?::| .*)?$",
)];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "elements.0.source_mapping.filename_relative"),
    (Field::Line, "elements.0.source_mapping.lines.0"),
    (Field::Column, "elements.0.source_mapping.starting_column"),
    (Field::Severity, "impact"),
    (Field::Code, "check"),
    (Field::Message, "description"),
];

static RECORDS: [Records; 1] = [Records::lint("results.detectors.*", &FIELDS).needing(&["check", "impact"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        r#"INFO:Detectors:
Reentrancy in Shop.pay() (contracts/Shop.sol#12-18):
	External calls:
	- msg.sender.call() (contracts/Shop.sol#14)
Reference: https://github.com/crytic/slither/wiki/Detector-Documentation
"#,
        r#"[{"type": "lint", "severity": "warning", "file": "contracts/Shop.sol", "line": 12, "end_line": 18, "message": "Reentrancy in Shop.pay()"}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"success":true,"error":null,"results":{"detectors":[{"elements":[{"type":"function","name":"pay","source_mapping":{"filename_relative":"contracts/Shop.sol","lines":[12,13],"starting_column":5,"ending_column":6}}],"description":"Reentrancy in Shop.pay()","check":"reentrancy-eth","impact":"High","confidence":"Medium"}]}}
"#,
        r#"[{"severity": "error", "code": "reentrancy-eth", "file": "contracts/Shop.sol", "line": 12, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "slither",
    "Slither: analysis of Solidity",
    DOCS,
    &[Cow::Borrowed("solidity")],
    &EXAMPLES,
);
