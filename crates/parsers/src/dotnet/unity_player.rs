//! Exceptions in games that Unity runs, and others of Mono that nobody announces.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Exception: "])
        // After those that know whose exception it is.
        .priority(1)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`CLASS: message` with Mono's stack below it, `  at Cart.Total () [0x00001] in FILE:12`, or that of Unity's console,
`Cart.Total () (at FILE:12)`. The place is the innermost entry with a file.

## Versions seen

Unity 2019 to 2022, from its documentation.
"#;

static LOG: [Part; 4] = [
    Part::one(r"^(?:Uncaught )?(?<code>(?:[A-Z]\w*\.)*[A-Z]\w*Exception): {message}$"),
    Part::many(r"^  at (?:.* \[0x\w+\] in <\w+>:0 ?|\(wrapper .*)$"),
    Part::one(r"^  at .* \[0x\w+\] in (?<file>{drive}[^<>:]+):{line} ?$"),
    Part::many(r"^  at .*$"),
];

static CONSOLE: [Part; 4] = [
    Part::one(r"^(?:Uncaught )?(?<code>(?:[A-Z]\w*\.)*[A-Z]\w*Exception): {message}$"),
    Part::many(r"^\S.* \(at <\w+>:0\)$"),
    Part::one(r"^[\w.+<>`/]+[.:][\w.<>`]+ ?\(.*\) \(at (?<file>{drive}[^<>():]+):{line}\) ?$"),
    Part::many(r"^\S.* \(at \S+:\d+\)$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Runtime, &LOG),
    Block::of(ErrorType::Runtime, &CONSOLE),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the log",
        "NullReferenceException: Object reference not set to an instance of an object\n  at Cart.Total () [0x00000] in /home/dev/project/Assets/Cart.cs:12 \n",
        r#"[{"type": "runtime", "severity": "error", "code": "NullReferenceException", "file": "/home/dev/project/Assets/Cart.cs", "line": 12}]"#,
    ),
    Example::new(
        "the console",
        "NullReferenceException: Object reference not set to an instance of an object\nCart.Total () (at Assets/Cart.cs:12)\n",
        r#"[{"type": "runtime", "severity": "error", "file": "Assets/Cart.cs", "line": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "unity-player",
    "exceptions in games that Unity runs",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
