//! Julia.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ERROR: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`ERROR: LoadError: UndefVarError: message`, the stack below it (the first entry of `Main` is the place), and
`in expression starting at a.jl:3`.

## Versions seen

Julia 1.0 to 1.11, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^ERROR: (?:LoadError: )?(?:(?<code>\w+(?:Error|Exception)): )?{message}$"),
    Part::many(r"^(?:Stacktrace:| *\[\d+\] .*| +@ .*|caused by.*| +\.\.\. .*|)$"),
    Part::one(r"^in expression starting at (?<file>.+):(?<line>\d+)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Runtime, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "ERROR: LoadError: UndefVarError: `totl` not defined
Stacktrace:
 [1] top-level scope
   @ ~/project/a.jl:3
in expression starting at /home/dev/project/a.jl:3
",
    r#"[{"type": "runtime", "severity": "error", "code": "UndefVarError", "file": "/home/dev/project/a.jl", "line": 3, "message": "`totl` not defined"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("julia", "Julia", DOCS, &[Cow::Borrowed("julia")], &EXAMPLES);
