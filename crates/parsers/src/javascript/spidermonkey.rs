//! Scripts outside browsers that are not Node's: gjs, SpiderMonkey's shell and Rhino.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["JS ERROR: ", "JS WARNING: ", "js: uncaught JavaScript "]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

gjs: `(gjs:1): Gjs-CRITICAL **: JS ERROR: message @ FILE:3:11`, or the message and a stack below it, `f@FILE:3:1`, and
`Gjs-WARNING **: JS WARNING: [FILE 3]: message`. Rhino: `js: uncaught JavaScript runtime exception: message` and a stack
below it, `\tat FILE:3`.

## Versions seen

gjs 1.74, Rhino 1.7, from their sources.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Runtime,
        r"^.*\bJS ERROR: {message} @ (?:file://|resource://)?(?<file>{drive}[^\s:]+):{line}(?::{column})?$",
    )
    .broken(&["SyntaxError"]),
    Pattern::lint(r"^.*\bJS WARNING: \[(?:file://|resource://)?(?<file>[^\s\]]+) {line}\]: {message}$"),
];

static GJS: [Part; 3] = [
    Part::one(r"^.*\bJS ERROR: (?<message>(?:(?<code>\w*Error): )?\S.*)$"),
    Part::one(r"^[^\s@]*@(?:file://|resource://)?(?<file>{drive}[^\s:]+):{line}:{column}$"),
    Part::many(r"^[^\s@]*@\S+:\d+:\d+$"),
];

static RHINO: [Part; 3] = [
    Part::one(r"^js: uncaught JavaScript runtime exception: (?<message>(?:(?<code>\w*Error): )?\S.*?)$"),
    Part::one(r"^\s+at (?<file>{drive}[^\s:]+):{line}(?: \(\S+\))?$"),
    Part::many(r"^\s+at .*$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Runtime, &GJS).broken(&["SyntaxError"]),
    Block::of(ErrorType::Runtime, &RHINO),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "gjs",
        "(gjs:1234): Gjs-CRITICAL **: 10:00:00.000: JS ERROR: ReferenceError: total is not defined\n@shop.js:3:1\n\n",
        r#"[{"type": "runtime", "severity": "error", "code": "ReferenceError", "file": "shop.js", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "Rhino",
        "js: uncaught JavaScript runtime exception: ReferenceError: \"total\" is not defined.\n\tat shop.js:3\n",
        r#"[{"type": "runtime", "severity": "error", "code": "ReferenceError", "file": "shop.js", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "spidermonkey",
    "gjs, SpiderMonkey and Rhino",
    DOCS,
    &[Cow::Borrowed("javascript")],
    &EXAMPLES,
);
