//! Analysers of C and its relatives: Infer, Frama-C, OCLint, Klocwork, Vera++, and csdiff's form of Coverity's findings.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "|P1]",
            "|P2]",
            "|P3]",
            "[kernel",
            "[eva",
            "[wp",
            " error: ",
            " warning: ",
            " (Local) ",
            ": (T0",
            ": (F0",
            ": (L0",
            ": (DUMP",
            ": (rule: ",
            "Error: ",
            ": Error (",
            ": Warning (",
            ": Critical (",
            ": Review ("
        ]
    )
    // Before gcc, to which the name of what was found is the whole message.
    .priority(1)
    .confirmed_by(may_name)
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- Infer: `FILE:12: error: NULL_DEREFERENCE` or `Null Dereference`, and the message indented below;
- Frama-C: `[eva:alarm] FILE:12: Warning: ` with the message there or indented below, `[kernel] FILE:3:5: syntax error:`;
- OCLint: `FILE:12:5: rule [category|P2] message`, of which priority 1 is an error;
- Klocwork: `1 (Local) FILE:12 NPD.CHECK.MIGHT (3:Warning) Analyze` above the message, and
  `FILE:12:5: NPD.CHECK.MIGHT : Error (3) : message`;
- Vera++: `FILE:12: (T001) message`, and with `(rule: T001)`;
- csdiff, and `cov-format-errors` as it reads it: `Error: FORWARD_NULL (CWE-476):`, and below it events with places, the
  most telling last: `FILE:12: var_deref_op: message`.

## Versions seen

Infer 1.1, Frama-C 25, OCLint 22, Klocwork 2020, Vera++ 1.3 and csdiff 2.8, from their documentation.
"#;

/// Whether what follows a severity can be the name of what was found: it begins with two letters of which the first is
/// a capital.
fn may_name(output: &[u8], end: usize) -> bool {
    let labelled = [&b"rror: "[..], b"arning: "]
        .iter()
        .any(|label| output[..end].ends_with(label));
    !labelled
        || output.get(end).is_some_and(u8::is_ascii_uppercase)
            && output.get(end + 1).is_some_and(u8::is_ascii_alphabetic)
}

static LINES: [Pattern; 5] = [
    Pattern::lint(
        r"^{file}:{line}:{column}: (?:(?:warning|error): )?(?<code>[a-z][\w ,/-]*[a-z]) \[[\w ]+\|(?<severity>P[123])\] *(?<message>.*\S)?$",
    )
    .words(&OCLINT)
    .saying("not allowed"),
    Pattern::lint(
        r"^{file}:{line}:(?:{column}:)? (?<code>[A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)+) : (?<severity>\w+) \(\d+\) : {message}$",
    )
    .words(&KLOCWORK),
    Pattern::lint(r"^{file}:{line}: \((?:rule: )?(?<code>[TFL]\d{3}|DUMP)\) {message}$"),
    Pattern::lint(
        r"^\[(?:kernel|eva|wp|rte|inout|slicing)(?::[\w:-]+)?\] (?<file>{drive}[^\s:]+\.\w+):{line}:(?:{column}:)? (?<severity>Warning|User Error|Failure): {message}$",
    )
    .words(&[("User Error", Severity::Error), ("Failure", Severity::Error)])
    ,
    Pattern::syntax(r"^\[kernel\] (?<file>{drive}[^\s:]+\.\w+):{line}:(?:{column}:)? (?<message>syntax error.*)$"),
];

const OCLINT: [(&str, Severity); 3] = [
    ("P1", Severity::Error),
    ("P2", Severity::Warning),
    ("P3", Severity::Info),
];

const KLOCWORK: [(&str, Severity); 4] = [
    ("Critical", Severity::Error),
    ("Review", Severity::Info),
    ("Style", Severity::Info),
    ("Suggestion", Severity::Info),
];

static INFER: [Part; 2] = [
    Part::one(
        r"^{file}:{line}: (?<severity>error|warning|info|advice): (?<code>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][a-z]+(?: [A-Z][a-z]+)+)$",
    ),
    Part::one(r"^  {message}$"),
];

static FRAMA_C: [Part; 2] = [
    Part::one(
        r"^\[(?:kernel|eva|wp|rte|inout|slicing)(?::[\w:-]+)?\] (?<file>{drive}[^\s:]+\.\w+):{line}:(?:{column}:)? (?<severity>Warning|User Error|Failure): *$",
    ),
    Part::one(r"^  {message}$"),
];

static KWCHECK: [Part; 2] = [
    Part::one(
        r"^\d+ \(\w+\) (?<file>{drive}[^:]+\.\w+):{line} (?<code>[A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)+) \(\d:(?<severity>\w+)\) \w+$",
    ),
    Part::one(r"^{message}$"),
];

static CSDIFF: [Part; 2] = [
    Part::one(r"^Error: (?<code>[A-Z][A-Z0-9_.]+(?:_WARNING)?)(?: \(CWE-\d+\))?:$"),
    Part::one(
        r"^(?<file>{drive}[^:\s]+):{line}:(?:{column}:)? (?:[a-z_]+: |(?<severity>error|warning)(?:\[.*?\])?: ){message}$",
    ),
];

static BLOCKS: [Block; 4] = [
    Block::lint(&INFER),
    Block::lint(&FRAMA_C).words(&[("User Error", Severity::Error), ("Failure", Severity::Error)]),
    Block::lint(&KWCHECK).words(&KLOCWORK),
    Block::lint(&CSDIFF),
];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "Infer",
        "src/shop.c:12: error: NULL_DEREFERENCE\n  pointer `p` last assigned on line 10 could be null and is dereferenced at line 12, column 3.\n  10.   int *p = 0;\n",
        r#"[{"type": "lint", "severity": "error", "code": "NULL_DEREFERENCE", "file": "src/shop.c", "line": 12,
             "message": "pointer `p` last assigned on line 10 could be null and is dereferenced at line 12, column 3."}]"#,
    ),
    Example::new(
        "Frama-C",
        "[eva:alarm] shop.c:12: Warning: \n  out of bounds read. assert \\valid_read(p);\n[kernel] shop.c:3:5: syntax error:\n",
        r#"[{"severity": "warning", "file": "shop.c", "line": 12, "message": "out of bounds read. assert \\valid_read(p);"},
            {"type": "syntax", "file": "shop.c", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "OCLint",
        "/home/dev/project/shop.m:12:5: long line [size|P3] Line with 120 characters exceeds limit of 100\n",
        r#"[{"type": "lint", "severity": "info", "code": "long line", "line": 12, "column": 5, "message": "Line with 120 characters exceeds limit of 100"}]"#,
    ),
    Example::new(
        "kwcheck",
        "1 (Local) /home/dev/project/shop.c:12 NPD.CHECK.MIGHT (3:Warning) Analyze\nPointer 'p' checked for NULL at line 10 may be dereferenced at line 12.\n",
        r#"[{"type": "lint", "severity": "warning", "code": "NPD.CHECK.MIGHT", "line": 12,
             "message": "Pointer 'p' checked for NULL at line 10 may be dereferenced at line 12."}]"#,
    ),
    Example::new(
        "Vera++",
        "shop.cpp:12: (T001) line is longer than 100 characters\n",
        r#"[{"type": "lint", "severity": "warning", "code": "T001", "file": "shop.cpp", "line": 12, "message": "line is longer than 100 characters"}]"#,
    ),
    Example::new(
        "csdiff",
        "Error: FORWARD_NULL (CWE-476):\nshop.c:12: var_deref_op: Dereferencing null pointer \"p\".\n",
        r#"[{"type": "lint", "code": "FORWARD_NULL", "file": "shop.c", "line": 12, "message": "Dereferencing null pointer \"p\"."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "analysers",
    "Infer, Frama-C, OCLint, Klocwork, Vera++ and csdiff",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
