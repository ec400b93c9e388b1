//! gawk, mawk and other awks.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["awk: "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`gawk: a.awk:2: text` and below it the mark with the message; and `gawk: a.awk:3: fatal: message`. mawk:
`mawk: a.awk: line 2: message`. The awk of the BSDs and of Apple: `awk: message at source line 2 source file a.awk`.

## Versions seen

gawk 5.1; mawk 1.3 and the one true awk 20200816 from their sources.
"#;

static LINES: [Pattern; 3] = [
    Pattern::syntax(r"^awk: {message} at source line {line}(?: source file (?<file>\S+))?$"),
    Pattern::compiler(r"^(?:mawk|awk): (?<file>{drive}[^:\s]+): line {line}: {message}$").broken(&["syntax error"]),
    Pattern::compiler(r"^(?:g|m|n)?awk: {file}:{line}: (?:\(FILENAME=.*\) )?(?<severity>fatal error|fatal|warning|error): {message}$").words(&[("fatal", Severity::Error)]).broken(&["syntax error"])];

static PARTS: [Part; 2] = [
    Part::one("^(?:g|m|n)?awk: {file}:{line}: .*$"),
    Part::one(r"^(?:g|m|n)?awk: {drive}[^:]+:\d+: +\^ {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "mawk, and Apple's awk",
        "mawk: a.awk: line 12: syntax error at or near }\nawk: syntax error at source line 3 source file b.awk\n context is\n\t{ print >>>  } <<< \n",
        r#"[{"type": "syntax", "severity": "error", "file": "a.awk", "line": 12}, {"type": "syntax", "file": "b.awk", "line": 3, "message": "syntax error"}]"#,
    ),
    Example::new(
        "a syntax error",
        "gawk: a.awk:1: BEGIN { x = foo( }\ngawk: a.awk:1:                  ^ syntax error\n",
        r#"[{"type": "syntax", "severity": "error", "file": "a.awk", "line": 1, "message": "syntax error"}]"#,
    ),
    Example::new(
        "a warning",
        "gawk: a.awk:3: warning: function `f' called but never defined\n",
        r#"[{"severity": "warning", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "awk",
    "gawk, mawk and other awks",
    DOCS,
    &[Cow::Borrowed("awk")],
    &EXAMPLES,
);
