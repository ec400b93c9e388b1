//! Compilers of the past whose lines are like nobody else's: Borland's, EPC's, lcc and HI-TECH's.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Error E",
            "Warning W",
            "Fatal F",
            ".f90) :",
            ".f) :",
            ".for) :",
            ".c(",
            ".cc(",
            ".cpp(",
            ".h(",
            // A line's number after the name, where older versions print no code.
            ".c 1",
            ".c 2",
            ".c 3",
            ".c 4",
            ".c 5",
            ".c 6",
            ".c 7",
            ".c 8",
            ".c 9",
            ".cpp 1",
            ".cpp 2",
            ".cpp 3",
            ".cpp 4",
            ".cpp 5",
            ".cpp 6",
            ".cpp 7",
            ".cpp 8",
            ".cpp 9",
            "rror [",
            "arning [",
            "*Error*",
            "*Warning*",
            "error: (",
            "warning: (",
            "advisory: ("
        ]
    )
    // Before gcc, to which the number is a part of the message.
    .priority(1)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

- Borland C++: `Error E2451 shop.c 12: message`, in older versions without the code, and Turbo Assembler's
  `**Error** shop.asm(12) message`;
- EPC Fortran: `Error 24 at (12:shop.f90) : message`;
- lcc: `E, shop.c(12,5) message`;
- HI-TECH C: `Error [192] shop.c; 12.3 message`, and Microchip's XC after it:
  `shop.c:12:3: error: (192) message`.

## Versions seen

Borland C++ 3 to 5.5, EPC F90 1, lcc 4, HI-TECH C 9, XC8 2, from their manuals.
"#;

static LINES: [Pattern; 6] = [
    Pattern::compiler(
        r"^(?<severity>Error|Warning|Fatal) (?:(?<code>[EWF]\d{4}) )?(?<file>{drive}[^:\s]+\.\w+) {line}: {message}$",
    ),
    Pattern::compiler(
        r"^\*+(?<severity>Error|Warning|Fatal)\*+ (?<file>{drive}[^:\s(]+\.\w+)\({line}\) {message}$",
    ),
    Pattern::compiler(
        r"^(?<severity>Error|Warning) (?<code>\d+) at \({line}:(?<file>{drive}[^():]+)\) ?: {message}$",
    ),
    Pattern::compiler(r"^(?<severity>[EW]), (?<file>[^\s(]+\.\w+)\({line},{column}\) {message}$"),
    Pattern::compiler(
        r"^(?<severity>Error|Warning|Advisory) *\[(?<code>\d+)\] (?<file>[^;]+\.\w+); {line}\.{column} {message}$",
    ),
    Pattern::compiler(
        r"^{file}:{line}:(?:{column}:)?:? (?<severity>error|warning|advisory): \((?<code>\d{3,4})\) {message}$",
    ),
];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "Borland C++",
        "Error E2451 shop.c 12: Undefined symbol 'total' in function main\n",
        r#"[{"severity": "error", "code": "E2451", "file": "shop.c", "line": 12, "message": "Undefined symbol 'total' in function main"}]"#,
    ),
    Example::new(
        "Turbo Assembler",
        "**Error** shop.asm(12) Undefined symbol: TOTAL\n",
        r#"[{"severity": "error", "file": "shop.asm", "line": 12, "message": "Undefined symbol: TOTAL"}]"#,
    ),
    Example::new(
        "EPC Fortran",
        "Error 24 at (12:shop.f90) : syntax error\n",
        r#"[{"type": "syntax", "severity": "error", "code": "24", "file": "shop.f90", "line": 12}]"#,
    ),
    Example::new(
        "lcc",
        "W, shop.c(12,5) statement not reached\n",
        r#"[{"severity": "warning", "file": "shop.c", "line": 12, "column": 5, "message": "statement not reached"}]"#,
    ),
    Example::new(
        "HI-TECH C",
        "Error [192] shop.c; 12.3 undefined identifier \"total\"\n",
        r#"[{"severity": "error", "code": "192", "file": "shop.c", "line": 12, "column": 3}]"#,
    ),
    Example::new(
        "Microchip XC8",
        "shop.c:12:3: error: (192) undefined identifier \"total\"\n",
        r#"[{"severity": "error", "code": "192", "file": "shop.c", "line": 12, "column": 3, "message": "undefined identifier \"total\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "older-compilers",
    "Borland C++, Turbo Assembler, EPC Fortran, lcc, HI-TECH C and XC",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
