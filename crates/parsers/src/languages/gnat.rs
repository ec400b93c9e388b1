//! GNAT, and exceptions of Ada programs.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".adb:", ".ads:", ".ada:", ".gpr:"])
        // Before gcc and those that know the shape alone: its messages go on in lines like its errors.
        .priority(6)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`a.adb:3:19: error: message`, with `warning: message [-gnatwu]` and `(style) message` of the switches that ask for
them; a line that begins with `found` goes on with the error above it. And `raised CONSTRAINT_ERROR : b.adb:5 message`
of a program. GNATprove: `a.adb:3:19: medium: overflow check might fail`.

## Versions seen

GNAT 12.2.
"#;

static LINES: [Pattern; 7] = [
    // GNATprove rates what it could not prove.
    Pattern::lint(
        r"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: (?<severity>high|medium|low): {message}(?: \[(?<code>[\w-]+)\])?$",
    )
    .words(&[("high", Severity::Error), ("medium", Severity::Warning), ("low", Severity::Warning)]),
    Pattern::of(
        ErrorType::Runtime,
        r"^raised (?<code>[A-Z][\w.]*) : (?<file>{drive}[^:\s]+\.ad[abs]):{line} {message}$",
    ),
    Pattern::lint(
        r"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: warning: {message} \[(?:(?<code>-gnat\w.*)|enabled by default)\]$",
    ),
    Pattern::lint(r"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: \((?<code>style)\) {message}$"),
    Pattern::of(
        ErrorType::Import,
        r#"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: (?:error: )?(?<message>file ".+" not found.*)$"#,
    ),
    Pattern::of(
        ErrorType::Type,
        r#"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: (?:error: )?(?<message>".+" is (?:undefined|not visible).*)$"#,
    ),
    Pattern::syntax(
        r#"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: error: (?<message>(?:missing |unexpected |extra |misplaced |reserved word |binary operator|illegal character).*|".+" should be .*|".+" expected.*)$"#,
    ),
];

static TYPES: [Part; 2] = [
    Part::one(r"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: error: (?<message>expected .+)$"),
    Part::maybe(r"^{drive}[^:\s]+\.ad[abs]:\d+:\d+: error: +(?<message>found .+)$"),
];

static OTHER: [Part; 1] = [Part::one(
    r"^(?<file>{drive}[^:\s]+\.ad[abs]):{line}:{column}: (?:(?<severity>error|warning|info|note): )?{message}$",
)];

static BLOCKS: [Block; 2] = [Block::of(ErrorType::Type, &TYPES), Block::compiler(&OTHER)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "errors",
        "a.adb:3:19: error: expected type \"Standard.Integer\"\na.adb:3:19: error: found a string type\na.adb:5:04: error: \"Y\" is undefined\na.adb:6:16: error: missing \";\"\nc.adb:1:06: error: file \"nopkg.ads\" not found\ngnatmake: \"a.adb\" compilation error\n",
        r#"[{"type": "type", "severity": "error", "file": "a.adb", "line": 3, "column": 19, "message": "expected type \"Standard.Integer\"\nfound a string type"},
            {"type": "type", "line": 5, "column": 4, "message": "\"Y\" is undefined"}, {"type": "syntax", "line": 6, "column": 16}, {"type": "import", "file": "c.adb"}]"#,
    ),
    Example::new(
        "a warning, and what a program raised",
        "b.adb:3:04: warning: variable \"U\" is never read and never assigned [-gnatwv]\n\nraised CONSTRAINT_ERROR : b.adb:5 divide by zero\n",
        r#"[{"type": "lint", "severity": "warning", "code": "-gnatwv", "file": "b.adb", "line": 3, "message": "variable \"U\" is never read and never assigned"},
            {"type": "runtime", "severity": "error", "code": "CONSTRAINT_ERROR", "file": "b.adb", "line": 5, "message": "divide by zero"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "gnat",
    "GNAT, and exceptions of Ada programs",
    DOCS,
    &[Cow::Borrowed("ada")],
    &EXAMPLES,
);
