//! What test benches of UVM and SVUnit report.

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "UVM_ERROR ",
            "UVM_FATAL ",
            "UVM_WARNING ",
            "OVM_ERROR ",
            "OVM_FATAL ",
            "OVM_WARNING ",
            " line:"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`UVM_ERROR FILE(12) @ 10: component [ID] message`, and OVM's, its predecessor's; the summary (`UVM_ERROR :    1`) is none.
SVUnit: `ERROR: [10][test]: fail_if: condition (at FILE line:12)`.

## Versions seen

UVM 1.1 to 1.2 and SVUnit 3, from their sources.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Assertion,
        r"^(?:# )?[UO]VM_(?<severity>ERROR|FATAL|WARNING) (?<file>{drive}[^:()]+)\({line}\) @ [\d.]+ ?\w*: \S+ \[(?<code>[^\]]+)\] {message}$",
    )
    .words(&[("FATAL", Severity::Fatal)]),
    Pattern::of(
        ErrorType::Assertion,
        r"^(?:# )?ERROR: \[\d+\]\[(?<test>\w+)\]: {message} \(at (?<file>{drive}[^():]+) line:{line}\)$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "UVM",
        "UVM_ERROR tb/shop.sv(12) @ 10: uvm_test_top.env [TOTAL] expected 1, got 2\nUVM_ERROR :    1\n",
        r#"[{"type": "assertion", "severity": "error", "code": "TOTAL", "file": "tb/shop.sv", "line": 12, "message": "expected 1, got 2"}]"#,
    ),
    Example::new(
        "SVUnit",
        "ERROR: [10][shop_ut]: fail_if: total != 1 (at tb/shop_unit_test.sv line:12)\n",
        r#"[{"type": "assertion", "severity": "error", "file": "tb/shop_unit_test.sv", "line": 12, "test": "shop_ut"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("uvm", "UVM and SVUnit", DOCS, LANGUAGES, &EXAMPLES);
