//! Ansible: playbooks that do not parse, tasks that failed.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["ERROR! ", "[ERROR]: ", "fatal: [", "failed: ["])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`ERROR! message`, below it `The error appears to be in 'site.yml': line 3, column 5`; `[ERROR]: message` above
`Origin: site.yml:3:5`; and
`fatal: [host]: FAILED! => ...` below the task's path (`-vv`).

## Versions seen

ansible-core 2.19; 2.9 to 2.18 from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Runtime,
    r#"^(?:fatal|failed): \[[^\]]+\](?: \(.*\))?: (?:FAILED!|UNREACHABLE!) => \{.*"msg": "(?<message>(?:[^"\\]|\\.)*)".*\}$"#,
)];

static PARTS: [Part; 4] = [
    Part::one("^ERROR! {message}$"),
    Part::many("^(?:[^T].*|T[^h].*|The [^e].*|)$"),
    Part::one(
        "^The error appears to (?:be|have been) in '(?<file>[^']+)': line {line}, column {column}, but may$",
    ),
    Part::maybe("^be elsewhere in the file .*$"),
];

/// Since ansible-core 2.19.
static ORIGIN: [Part; 3] = [
    Part::one(r"^\[ERROR\]: {message}$"),
    Part::maybe("^$"),
    Part::one("^Origin: {file}:{line}:{column}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Syntax, &PARTS),
    Block::of(ErrorType::Syntax, &ORIGIN),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a playbook that does not parse",
        "ERROR! 'tsks' is not a valid attribute for a Play

The error appears to be in '/home/dev/project/site.yml': line 2, column 3, but may
be elsewhere in the file depending on the exact syntax problem.
",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/site.yml", "line": 2, "column": 3, "message": "'tsks' is not a valid attribute for a Play"}]"#,
    ),
    Example::new(
        "a task that failed",
        r#"fatal: [web1]: FAILED! => {"changed": false, "msg": "No package matching 'ngnix' is available"}
"#,
        r#"[{"type": "runtime", "severity": "error", "message": "No package matching 'ngnix' is available"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ansible",
    "Ansible: playbooks that do not parse, tasks that failed",
    DOCS,
    &[Cow::Borrowed("ansible")],
    &EXAMPLES,
);
