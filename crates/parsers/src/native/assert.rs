//! What the assertions of C's libraries and of frameworks print before they end the program.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": Assertion ",
            "Assertion failed: ",
            "ERROR:",
            "] Check failed: ",
            "] Check failure ",
            "ASSERT: \"",
            "ASSERT failure in ",
            "** ERROR **:"
        ]
    )
    // Before shUnit2, whose assertions begin likewise.
    .priority(6)
    .confirmed_by(may_name_file)
    .lines(&LINES)
);

/// Whether a file can follow GLib's `ERROR:`, which most logs have before a blank.
fn may_name_file(output: &[u8], end: usize) -> bool {
    !output[..end].ends_with(b"ERROR:") || output.get(end).is_some_and(|byte| !byte.is_ascii_whitespace())
}

const DOCS: &str = r#"
## What it understands

- glibc: ``shop: shop.c:12: main: Assertion `total == 1' failed.``;
- the BSDs and Apple: `Assertion failed: (total == 1), function main, file shop.c, line 12.`;
- Microsoft and MinGW: `Assertion failed: total == 1, file shop.c, line 12`;
- musl: `Assertion failed: total == 1 (shop.c: main: 12)`;
- GLib: `ERROR:shop.c:12:main: assertion failed: (total == 1)`;
- glog, Abseil and Chromium: `F0101 10:00:00.0 1 shop.cc:12] Check failed: total == 1`;
- Qt: `ASSERT: "total" in file shop.cpp, line 12`.

## Versions seen

glibc 2.36 and GLib 2.74, the others from their sources.
"#;

static LINES: [Pattern; 7] = [
    Pattern::of(
        ErrorType::Assertion,
        r"^(?:[^:]+: )?(?<file>{drive}[^:]+\.\w+):{line}: (?:.+: )?(?<message>Assertion [`'].*' failed\.)$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^(?<message>Assertion failed: \(.*\)), function .+, file (?<file>[^,]+), line {line}\.$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^(?<message>Assertion failed: .*), file (?<file>[^,]+), line {line}\.?$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^(?<message>Assertion failed: .*) \((?<file>{drive}[^():]+): [^:]+: {line}\)$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^(?:\S+:|\*\* |Bail out! )?ERROR(?: \*\*)?:(?<file>{drive}[^:]+):{line}:\w+: (?<message>assertion failed.*|code should not be reached|.*should not be reached)$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^\[?(?:F\d{4}|[\d:/]*FATAL|.*:FATAL):?.*?(?<file>[\w./\\-]+\.\w+)[:(]{line}\)?\] (?<message>Check fail(?:ed:|ure) .*)$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r#"^.*?(?<message>ASSERT(?:: ".*"| failure in .*)),? in file (?<file>.+), line {line}$"#,
    ),
];

static EXAMPLES: [Example; 5] = [
    Example::new(
        "glibc",
        "shop: shop.c:12: main: Assertion `total == 1' failed.\nAborted\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop.c", "line": 12, "message": "Assertion `total == 1' failed."}]"#,
    ),
    Example::new(
        "Apple, Microsoft, musl",
        "Assertion failed: (total == 1), function main, file shop.c, line 12.\nAssertion failed: sum == 1, file cart.c, line 13\nAssertion failed: x == 1 (price.c: main: 14)\n",
        r#"[{"type": "assertion", "file": "shop.c", "line": 12}, {"file": "cart.c", "line": 13}, {"file": "price.c", "line": 14}]"#,
    ),
    Example::new(
        "GLib",
        "**\nERROR:../shop.c:12:test_total: assertion failed (total == 1): (2 == 1)\n",
        r#"[{"type": "assertion", "severity": "error", "file": "../shop.c", "line": 12, "message": "assertion failed (total == 1): (2 == 1)"}]"#,
    ),
    Example::new(
        "glog",
        "F0101 10:00:00.000000 12345 shop.cc:12] Check failed: total == 1 (2 vs. 1)\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop.cc", "line": 12, "message": "Check failed: total == 1 (2 vs. 1)"}]"#,
    ),
    Example::new(
        "Qt",
        "ASSERT: \"total == 1\" in file shop.cpp, line 12\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop.cpp", "line": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "assert",
    "assertions of C's libraries, GLib, glog and Qt",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
