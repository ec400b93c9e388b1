//! Clojure: text that does not read or compile.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["yntax error ", "Execution error ", "compiling:("])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Syntax error compiling at (src/shop.clj:3:5).`, with the message on the next line, and before Clojure 1.10
`message, compiling:(src/shop.clj:3:5)`; `Execution error (CLASS) at user/f (src/shop.clj:3).` likewise.

## Versions seen

Clojure 1.11; 1.7 to 1.12 from its documentation.
"#;

static READING: [Part; 2] = [
    Part::one(r"^Syntax error reading source at \((?<file>[^():]+|REPL):{line}:{column}\)\.$"),
    Part::one("^{message}$"),
];

static COMPILING: [Part; 2] = [
    Part::one(
        r"^(?:Syntax error|Unexpected error|Error) (?:\((?<code>[\w.]+)\) )?.*?\((?<file>[^():]+\.clj[cs]?|REPL):{line}:{column}\)\.$",
    ),
    Part::one("^{message}$"),
];

static EXECUTION: [Part; 3] = [
    Part::one(
        r"^Execution error (?:- invalid arguments to \S+ |\((?<code>[\w.]+)\) )?at (?:\S+ )?\((?<file>[^():]+):{line}(?::{column})?\)\.$",
    ),
    Part::one("^{message}$"),
    Part::many(r"^(?<message>\S.*)$"),
];

static MISSING: [Part; 2] = [
    Part::one(
        r"^Execution error \((?<code>FileNotFoundException)\) at (?:\S+ )?\((?<file>[^():]+):{line}(?::{column})?\)\.$",
    ),
    Part::one("^(?<message>Could not locate .+)$"),
];

static BLOCKS: [Block; 4] = [
    Block::of(ErrorType::Syntax, &READING),
    Block::compiler(&COMPILING),
    Block::of(ErrorType::Import, &MISSING),
    Block::of(ErrorType::Runtime, &EXECUTION),
];

static LINES: [Pattern; 1] = [Pattern::compiler(
    r#"^(?:Exception in thread "main" )?(?:[\w.$]+(?:Exception|Error): )*{message}, compiling:\((?<file>[^():]+):{line}:{column}\)$"#,
)];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a value of another type",
        "Execution error (ClassCastException) at user/f (c.clj:1).\nclass java.lang.String cannot be cast to class java.lang.Number\n\nFull report at:\n/tmp/clojure-1.edn\n",
        r#"[{"type": "runtime", "severity": "error", "code": "ClassCastException", "file": "c.clj", "line": 1,
             "message": "class java.lang.String cannot be cast to class java.lang.Number"}]"#,
    ),
    Example::new(
        "a name that is not known",
        r#"Syntax error compiling at (src/shop.clj:3:5).
Unable to resolve symbol: total in this context
"#,
        r#"[{"severity": "error", "file": "src/shop.clj", "line": 3, "column": 5, "message": "Unable to resolve symbol: total in this context"}]"#,
    ),
    Example::new(
        "Clojure 1.9",
        r#"Exception in thread "main" java.lang.RuntimeException: Unable to resolve symbol: total in this context, compiling:(shop.clj:3:5)
"#,
        r#"[{"file": "shop.clj", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "clojure",
    "Clojure: text that does not read or compile",
    DOCS,
    &[Cow::Borrowed("clojure")],
    &EXAMPLES,
);
