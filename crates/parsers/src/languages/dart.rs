//! dart analyze and flutter analyze, in all their formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            " • ",
            "error - ",
            "warning - ",
            "info - ",
            "hint - ",
            "lint - ",
            "ERROR|",
            "WARNING|",
            "INFO|"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`  error - lib/a.dart:3:5 - message - rule`, the older order `error • message • lib/a.dart:3:5 • rule`, and
the machine format.

## Versions seen

Dart 2.12 to 3.5, from its documentation.
"#;

static LINES: [Pattern; 4] = [Pattern::compiler(r"^ *(?<severity>error|warning|info|hint|lint) - (?<file>{drive}[^:]+\.dart):{line}:{column} - {message} - (?<code>[a-z]\w+)$").words(&[("lint", Severity::Info)]), Pattern::compiler(r"^ *(?<severity>error|warning|info|hint|lint) • (?<file>{drive}[^:]+\.dart):{line}:{column} • {message} • (?<code>[a-z]\w+)$").words(&[("lint", Severity::Info)]), Pattern::compiler(r"^ *(?:\[)?(?<severity>error|warning|info|hint|lint)(?:\])? • {message} (?:at|•) (?<file>{drive}[^:]+\.dart):{line}:{column} • (?:\(?)(?<code>[a-z]\w+)\)?$").words(&[("lint", Severity::Info)]), Pattern::compiler(r"^ *(?<severity>ERROR|WARNING|INFO)\|[A-Z_]+\|(?<code>[A-Z_]+)\|(?<file>[^|]+)\|{line}\|{column}\|\d+\|{message}$")];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "analyze",
        "  error - lib/shop.dart:3:10 - Undefined name 'totl'. - undefined_identifier\n",
        r#"[{"type": "type", "severity": "error", "code": "undefined_identifier", "file": "lib/shop.dart", "line": 3, "column": 10, "message": "Undefined name 'totl'."}]"#,
    ),
    Example::new(
        "flutter analyze",
        "   info • Unused import • lib/shop.dart:1:8 • unused_import\n",
        r#"[{"type": "lint", "severity": "info", "code": "unused_import", "line": 1, "column": 8}]"#,
    ),
    Example::new(
        "the machine format",
        "ERROR|COMPILE_TIME_ERROR|UNDEFINED_IDENTIFIER|/home/dev/project/lib/shop.dart|3|10|4|Undefined name 'totl'.\n",
        r#"[{"severity": "error", "code": "UNDEFINED_IDENTIFIER", "line": 3, "column": 10}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dart",
    "dart analyze and flutter analyze, in all their formats",
    DOCS,
    &[Cow::Borrowed("dart")],
    &EXAMPLES,
);
