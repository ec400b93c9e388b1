//! OCaml, Dune and Coq.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["File \"", "ocamlyacc: "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`File "a.ml", line 1, characters 14-17:`, the quoted lines, and below them `Error: ...`, `Warning 8
[partial-match]: ...`, `Alert ...`, or an indented remark on the error before. camlp4's messages stand on the
place's own line or begin with `Parse error: `; ocamlyacc's `ocamlyacc: e - line 3 of "a.mly", message`. Characters count from 0, the end is the first one after.

## Versions seen

OCaml 4.13; 4.02 to 5.2 and Coq 8 from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r#"^File "(?<file>[^"]+)", lines? {line}(?:-{end_line})?, characters? {column}(?:-{end_column})?: {message}$"#,
    )
    .columns_from_zero(),
    Pattern::compiler(r#"^ocamlyacc: (?<severity>[ew]) - line {line} of "(?<file>[^"]+)", {message}$"#)
        .words(&[("e", Severity::Error), ("w", Severity::Warning)])
        .broken(&["syntax error"]),
];

static PARTS: [Part; 5] = [
    Part::one(
        r#"^ *File "(?<file>[^"]+)", lines? {line}(?:-{end_line})?(?:, characters {column}-{end_column}(?: \(end at line \d+, character \d+\))?)?:$"#,
    ),
    Part::many(r"^ *\d+ \|.*$|^\.+$"),
    Part::maybe(r"^ *\^[\^ ]*$"),
    Part::one(
        r"^(?: *(?:Parse |Preprocessor )?(?<severity>[Ee]rror|Warning|Alert|Fatal error)(?: \(?(?:warning |alert )?(?<code>\d+|[a-z][\w-]*)(?: \[[\w-]+\])?\)?)?: ?|  )(?<message>.*)$",
    ),
    Part::many("^ {2,}{message}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)
    .words(&[("Alert", Severity::Warning)])
    .severity(Severity::Info)
    .broken(&["Syntax error"])
    .columns_from_zero()];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "ocamlyacc",
        "ocamlyacc: e - line 3 of \"shop.mly\", syntax error\n%%foo\n  ^\n",
        r#"[{"type": "syntax", "severity": "error", "file": "shop.mly", "line": 3}]"#,
    ),
    Example::new(
        "an error",
        r#"File "a.ml", line 1, characters 14-17:
1 | let x : int = "a"
                  ^^^
Error: This expression has type string but an expression was expected of type
         int
"#,
        r#"[{"type": "type", "severity": "error", "file": "a.ml", "line": 1, "column": 15, "end_column": 18, "message": "This expression has type string but an expression was expected of type\nint"}]"#,
    ),
    Example::new(
        "a warning",
        r#"File "c.ml", line 1, characters 8-9:
1 | let f x y = match x with 0 -> 1
            ^
Warning 27 [unused-var-strict]: unused variable y.
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "27", "line": 1, "column": 9}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ocaml",
    "OCaml, Dune and Coq",
    DOCS,
    &[Cow::Borrowed("ocaml"), Cow::Borrowed("coq")],
    &EXAMPLES,
);
