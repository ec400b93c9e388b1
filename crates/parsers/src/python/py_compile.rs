//! py_compile and compileall, where they print an error in a line of their own.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, Example, Line, Location, ParserState, register_parser,
};

use super::describe;
use super::exception::{kind, split_class};
use crate::each_line::EachLine;

register_parser!(PyCompile);

const DOCS: &str = r#"
## What it understands

Errors of indentation, which `py_compile` and `compileall` print as `Sorry: IndentationError: ...`. Other
syntax errors they print as the interpreter does; the parser `traceback` reads those.

`Sorry:` names the file without its directory, which `compileall` prints on the line before.

## Versions seen

Python 3.8 and 3.13.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an unexpected indentation",
    "*** Error compiling './lib/shop.py'...\nSorry: IndentationError: unexpected indent (shop.py, line 2)\n",
    r#"[{"type": "syntax", "severity": "fatal", "code": "IndentationError", "message": "unexpected indent",
         "file": "./lib/shop.py", "line": 2}]"#,
)];

static DESCRIPTOR: Descriptor = describe("py_compile", "py_compile and compileall", DOCS, &EXAMPLES);

const SORRY: &str = "Sorry: ";

/// The parser.
struct PyCompile;

impl ErrorParser for PyCompile {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[SORRY]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(EachLine(complaint))
    }
}

/// `[*** ]Sorry: Class: message (file, line N)`.
fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line
        .text
        .strip_prefix("*** ")
        .unwrap_or(line.text)
        .strip_prefix(SORRY)?;
    let (text, place) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let (name, number) = place.rsplit_once(", line ")?;
    let (class, message) = split_class(text)?;
    let file = line
        .back(1)
        .and_then(|before| announced(before, name))
        .unwrap_or(name);
    let (error_type, severity) = kind(class);
    let location = Location::line(file, number.parse().ok()?);
    Some(
        Diagnostic::new(error_type, severity, message)
            .with_code(class)
            .at(location),
    )
}

/// The path in `Compiling './lib/shop.py'...` or `*** Error compiling './lib/shop.py'...`.
fn announced<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once("ompiling '")?;
    let path = rest.strip_suffix("'...")?;
    path.ends_with(name).then_some(path)
}
