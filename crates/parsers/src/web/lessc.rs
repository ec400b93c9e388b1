//! Less.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" on line "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`NameError: message in FILE on line 2, column 13:`, and the quoted lines.

## Versions seen

Less 1 to 4.9.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(
        r"^(?<code>ParseError): {message} in (?<file>\S.*\.less|-|input) on line {line}, column {column}:$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^(?:less: )?(?<code>\w+Error): {message} in (?<file>\S.*\.less|-|input) on line {line}, column {column}:$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a variable that is not defined",
        "NameError: variable @c is undefined in /home/dev/project/style.less on line 2, column 13:
1 @a: 1;
2 .b { color: @c; }
3 
",
        r#"[{"type": "build", "severity": "error", "code": "NameError", "file": "/home/dev/project/style.less", "line": 2, "column": 13, "message": "variable @c is undefined"}]"#,
    ),
    Example::new(
        "a syntax error",
        "ParseError: Unrecognised input in style.less on line 1, column 5:\n",
        r#"[{"type": "syntax", "severity": "error", "line": 1, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("lessc", "Less", DOCS, &[Cow::Borrowed("less")], &EXAMPLES);
