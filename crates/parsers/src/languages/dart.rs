//! dart analyze and flutter analyze, in all their formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
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
            "INFO|",
            "Unhandled exception:"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`  error - lib/a.dart:3:5 - message - rule`, the older order `error • message • lib/a.dart:3:5 • rule`, and
the machine format. `Unhandled exception:` of a program, the message on the next lines, at the first entry of its stack
that is in a file.

## Versions seen

Dart 2.12 to 3.5, from its documentation.
"#;

static LINES: [Pattern; 4] = [Pattern::compiler(r"^ *(?<severity>error|warning|info|hint|lint) - (?<file>{drive}[^:]+\.dart):{line}:{column} - {message} - (?<code>[a-z]\w+)$").words(&[("lint", Severity::Info)]), Pattern::compiler(r"^ *(?<severity>error|warning|info|hint|lint) • (?<file>{drive}[^:]+\.dart):{line}:{column} • {message} • (?<code>[a-z]\w+)$").words(&[("lint", Severity::Info)]), Pattern::compiler(r"^ *(?:\[)?(?<severity>error|warning|info|hint|lint)(?:\])? • {message} (?:at|•) (?<file>{drive}[^:]+\.dart):{line}:{column} • (?:\(?)(?<code>[a-z]\w+)\)?$").words(&[("lint", Severity::Info)]), Pattern::compiler(r"^ *(?<severity>ERROR|WARNING|INFO)\|[A-Z_]+\|(?<code>[A-Z_]+)\|(?<file>[^|]+)\|{line}\|{column}\|\d+\|{message}$")];

static STOPPED: [Part; 5] = [
    Part::one("^Unhandled exception:$"),
    Part::many(r"^(?<message>[^#\s].*)$"),
    Part::many(r"^#\d+ +.* \((?:dart|package):\S+\)$"),
    Part::one(r"^#\d+ +.* \((?:file://)?(?<file>{drive}[^():]+\.dart):{line}(?::{column})?\)$"),
    Part::many(r"^#\d+ .*$|^<asynchronous suspension>$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Runtime, &STOPPED).saying("an exception was not caught")];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a program that stopped",
        "Unhandled exception:\nException: no total\n#0      total (file:///home/dev/project/shop.dart:12:5)\n#1      main (file:///home/dev/project/shop.dart:3:3)\n",
        r#"[{"type": "runtime", "severity": "error", "file": "/home/dev/project/shop.dart", "line": 12, "column": 5, "message": "Exception: no total"}]"#,
    ),
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
