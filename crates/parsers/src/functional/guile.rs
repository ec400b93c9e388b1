//! Guile.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": In procedure ", ";;; "])
        // Before the parsers of Scheme files that know the shape alone.
        .priority(6)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:3:14: In procedure f:` with the message on the next line, where columns count from 0. What Guile's own
`ice-9` complains of is somewhere else: where the message begins with a place, as the reader's do (whose columns
count from 1), or nowhere. And the compiler's `;;; FILE:3:14: warning: message`.

## Versions seen

Guile 3.0.8.
"#;

static LINES: [Pattern; 1] =
    [Pattern::lint(r"^;;; {file}:{line}:{column}: {severity}: {message}$").columns_from_zero()];

static READ: [Part; 2] = [
    Part::one(r"^(?:/\S+/)?ice-9/[\w-]+\.scm:\d+:\d+: In procedure .+:$"),
    Part::one(r"^{file}:{line}:{column}: {message}$"),
];

static OWN: [Part; 2] = [
    Part::one(r"^(?:/\S+/)?ice-9/[\w-]+\.scm:\d+:\d+: In procedure .+:$"),
    Part::one(r"^{message}$"),
];

static MODULE: [Part; 2] = [
    Part::one(r"^(?:/\S+/)?ice-9/[\w-]+\.scm:\d+:\d+: In procedure resolve-interface:$"),
    Part::one(r"^(?<message>no code for module .+)$"),
];

static RUN: [Part; 2] = [
    Part::one(r"^{file}:{line}:{column}: In procedure .+:$"),
    Part::one(r"^{message}$"),
];

static BLOCKS: [Block; 4] = [
    Block::of(ErrorType::Import, &MODULE),
    Block::of(ErrorType::Syntax, &READ),
    Block::of(ErrorType::Runtime, &OWN),
    Block::of(ErrorType::Runtime, &RUN).columns_from_zero(),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a value of another type",
        "/home/dev/project/d.scm:1:14: In procedure f:\nIn procedure +: Wrong type argument in position 2: \"a\"\n",
        r#"[{"type": "runtime", "severity": "error", "file": "/home/dev/project/d.scm", "line": 1, "column": 15,
             "message": "In procedure +: Wrong type argument in position 2: \"a\""}]"#,
    ),
    Example::new(
        "text that does not read",
        "ice-9/read.scm:126:4: In procedure lp:\n/home/dev/project/b.scm:2:1: unexpected end of input while searching for: )\n",
        r#"[{"type": "syntax", "file": "/home/dev/project/b.scm", "line": 2, "column": 1}]"#,
    ),
    Example::new(
        "a warning",
        ";;; a.scm:1:19: warning: possibly unbound variable `y'\n",
        r#"[{"type": "lint", "severity": "warning", "file": "a.scm", "line": 1, "column": 20}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("guile", "Guile", DOCS, &[Cow::Borrowed("scheme")], &EXAMPLES);
