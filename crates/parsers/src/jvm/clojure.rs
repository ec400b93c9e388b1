//! Clojure: text that does not read or compile.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["yntax error ", "compiling:("])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Syntax error compiling at (src/shop.clj:3:5).`, with the message on the next line, and before Clojure 1.10
`message, compiling:(src/shop.clj:3:5)`.

## Versions seen

Clojure 1.7 to 1.12, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?:Syntax error|Unexpected error|Error) .*?\((?<file>[^():]+\.clj[cs]?|REPL):{line}:{column}\)\.$",
    ),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static LINES: [Pattern; 1] = [Pattern::compiler(
    r#"^(?:Exception in thread "main" )?(?:[\w.$]+(?:Exception|Error): )*{message}, compiling:\((?<file>[^():]+):{line}:{column}\)$"#,
)];

static EXAMPLES: [Example; 2] = [
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
