//! msgfmt and other GNU gettext tools.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".po:", ".pot:", "error while opening \""])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:12: message`, `FILE:12:5: message`, with `warning:` before what does not fail.

## Versions seen

gettext 0.21.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Build,
    r#"^msg\w+: (?<message>error while opening "(?<file>[^"]+)" for \w+: .+)$"#,
)];

static PARTS_1: [Part; 2] = [
    Part::one(
        r"^(?:msgfmt: )?(?<file>{drive}[^:\s]+\.pot?):{line}(?::{column})?: (?:(?<severity>error): )?(?<message>duplicate message definition.*)$",
    ),
    Part::maybe(r"^[^:\s]+\.pot?:\d+: \.\.\.this is the location of the first definition$"),
];

static PARTS_2: [Part; 1] = [Part::one(
    r"^(?:msgfmt: )?(?<file>{drive}[^:\s]+\.pot?):{line}(?::{column})?: (?<severity>warning): {message}$",
)];

static PARTS_3: [Part; 1] = [Part::one(
    r"^(?:msgfmt: )?(?<file>{drive}[^:\s]+\.pot?):{line}(?::{column})?: (?:(?<severity>error): )?{message}$",
)];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Build, &PARTS_1),
    Block::lint(&PARTS_2),
    Block::of(ErrorType::Build, &PARTS_3).broken(&[
        "syntax error",
        "parse error",
        "end-of-line within string",
        r#"keyword ""#,
        "missing ",
        "missing 'msg",
    ]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a file that is not there",
        "msgfmt: error while opening \"nof.po\" for reading: No such file or directory\n",
        r#"[{"type": "build", "severity": "error", "file": "nof.po"}]"#,
    ),
    Example::new(
        "a syntax error",
        "de.po:12:3: syntax error\n",
        r#"[{"type": "syntax", "severity": "error", "file": "de.po", "line": 12, "column": 3}]"#,
    ),
    Example::new(
        "a warning",
        "de.po:14: warning: header field 'Language' still has the initial default value\n",
        r#"[{"type": "lint", "severity": "warning", "line": 14}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "msgfmt",
    "msgfmt and other GNU gettext tools",
    DOCS,
    &[Cow::Borrowed("gettext")],
    &EXAMPLES,
);
