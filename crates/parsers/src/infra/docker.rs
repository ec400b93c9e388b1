//! docker build.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Dockerfile",
            "dockerfile parse error",
            "failed to solve",
            "failed to build",
            "(line ",
            "/dockerfile/rule/"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

BuildKit's report of a step that failed (`Dockerfile:3`, the quoted lines, `ERROR: failed to solve: ...`),
Dockerfiles that do not parse, and the findings of build checks, after a build
(` - FromAsCasing: message (line 1)`) and of `docker build --check`.

## Versions seen

Docker 20 to 27, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax("^.*dockerfile parse error (?:on )?line {line}: {message}$"),
    Pattern::lint(r"^ - (?<code>[A-Z]\w+): {message} \(line {line}\)$"),
];

static CHECK: [Part; 3] = [
    Part::one(r"^(?:{severity}: )(?<code>[A-Z]\w+) - https://\S+/dockerfile/rule/\S*$"),
    Part::one(r"^{message}$"),
    Part::one(r"^(?<file>\S+):{line}$"),
];

static PARTS: [Part; 5] = [
    Part::one(r"^(?<file>\S*(?:Dockerfile|Containerfile|\.[Dd]ockerfile)\S*):{line}$"),
    Part::one("^-{5,}$"),
    Part::many(r"^\s*\d+ \| .*$"),
    Part::one("^-{5,}$"),
    Part::one("^(?:ERROR: )?(?:failed to (?:build|solve): )+(?:failed to solve: )?{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::lint(&CHECK),
    Block::of(ErrorType::Build, &PARTS).broken(&["dockerfile parse error"]),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "checks after a build",
        " 1 warning found (use docker --debug to expand):\n - FromAsCasing: 'as' and 'FROM' keywords' casing do not match (line 1)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "FromAsCasing", "line": 1, "message": "'as' and 'FROM' keywords' casing do not match"}]"#,
    ),
    Example::new(
        "docker build --check",
        r#"WARNING: JSONArgsRecommended - https://docs.docker.com/go/dockerfile/rule/json-args-recommended/
JSON arguments recommended for ENTRYPOINT/CMD to prevent unintended behavior related to OS signals
Dockerfile:7
--------------------
   7 | >>> CMD python app.py
--------------------
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "JSONArgsRecommended", "file": "Dockerfile", "line": 7}]"#,
    ),
    Example::new(
        "a step that failed",
        r#"Dockerfile:3
--------------------
   1 |     FROM alpine
   2 |     
   3 | >>> RUN mak
   4 |     
--------------------
ERROR: failed to solve: process "/bin/sh -c mak" did not complete successfully: exit code: 127
"#,
        r#"[{"type": "build", "severity": "error", "file": "Dockerfile", "line": 3, "message": "process \"/bin/sh -c mak\" did not complete successfully: exit code: 127"}]"#,
    ),
    Example::new(
        "a Dockerfile that does not parse",
        "Error response from daemon: dockerfile parse error line 2: unknown instruction: RUNN\n",
        r#"[{"type": "syntax", "severity": "error", "line": 2, "message": "unknown instruction: RUNN"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "docker",
    "docker build",
    DOCS,
    &[Cow::Borrowed("dockerfile")],
    &EXAMPLES,
);
