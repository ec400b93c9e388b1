//! the Thrift compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["[ERROR:", "[WARNING:", "[FAILURE:", "Type \""])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`[ERROR:FILE:3] (last token was 'x')`, below it the message, and `[WARNING:FILE:3] message`. `Type "X" not defined` names no place.
That the parser failed (`Parser error during include pass.`) is said after what it failed of.

## Versions seen

Thrift 0.17; 0.9 to 0.20 from its documentation.
"#;

static LINES: [Pattern; 4] = [
    Pattern::of(
        ErrorType::Build,
        r"^\[WARNING:generation:1\] (?<message>Unable to get a generator for .+)$",
    ),
    Pattern::lint(r"^\[(?<severity>WARNING):{file}:{line}\] {message}$"),
    Pattern::of(ErrorType::Type, r#"^(?<message>Type ".+" not defined)$"#),
    Pattern::of(
        ErrorType::Build,
        r"^\[(?:FAILURE|ERROR):{file}:{line}\] (?<message>[^(\sP].*|P(?:[^a]|a[^r]).*)$",
    ),
];

static PARTS: [Part; 2] = [
    Part::one(r"^\[(?:ERROR|FAILURE):{file}:{line}\] \(last token was '.*'\)$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Build, &PARTS).broken(&["syntax error"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "said twice, and without a place",
        "[ERROR:/home/dev/project/b.thrift:2] (last token was '')\nsyntax error\n[FAILURE:/home/dev/project/b.thrift:2] Parser error during include pass.\nType \"Foo\" not defined\n[WARNING:generation:1] Unable to get a generator for \"nolang\".\n",
        r#"[{"type": "syntax", "line": 2, "message": "syntax error"}, {"type": "type", "message": "Type \"Foo\" not defined"},
            {"type": "build", "severity": "error", "message": "Unable to get a generator for \"nolang\"."}]"#,
    ),
    Example::new(
        "a syntax error",
        "[ERROR:/home/dev/project/shop.thrift:3] (last token was 'strct')\nsyntax error\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.thrift", "line": 3, "message": "syntax error"}]"#,
    ),
    Example::new(
        "a warning",
        r#"[WARNING:/home/dev/project/shop.thrift:7] The "byte" type is a compatibility alias for "i8".
"#,
        r#"[{"severity": "warning", "line": 7}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "thrift",
    "the Thrift compiler",
    DOCS,
    &[Cow::Borrowed("thrift")],
    &EXAMPLES,
);
