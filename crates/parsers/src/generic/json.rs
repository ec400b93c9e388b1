//! Findings in JSON of a shape that is not described, by the names of their fields.

mod finding;
mod place;

use serde_json::Value;
use unbreak_core::{Descriptor, Example, Sink, register_parser};

use super::PRIORITY;
use crate::format::{self, Format, locate};

register_parser!(Format::new(&DESCRIPTOR, &TRIGGERS).priority(PRIORITY).json(read));

const DOCS: &str = r#"
## What it understands

JSON documents and JSON lines that hold objects with a line (`line`, `startLine`, `row`, `lines.begin`,
`range.start.line`, ...) and a message (`message`, `msg`, `description`, `details`, ...), however deep.
File, column, end, severity and rule are taken from the fields that linters commonly give them, from the
objects around, or from the key that leads there (`{"main.go": [...]}`).

Positions with `character` within `start` and `end` count from 0, as the Language Server Protocol has it;
all others count from 1. A severity that is a number is LSP's beside such positions, ESLint's elsewhere.

## Versions seen

Written after the documented output of tflint, gosec, revive, phpmd, psalm, phan, reek, hlint, mdl,
sqlfluff, checkov, vale, tslint and salt-lint.
"#;

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a list under the name of the file",
        r#"{"cmd/main.go": [{"line": 10, "column": 6, "rule": "add-constant", "message": "make it a constant", "severity": "warning"}]}
"#,
        r#"[{"file": "cmd/main.go", "line": 10, "column": 6, "code": "add-constant", "severity": "warning",
             "message": "make it a constant"}]"#,
    ),
    Example::new(
        "positions of the Language Server Protocol",
        r#"[{"uri": "file:///home/dev/project/a.proto", "message": "unused import", "severity": 2,
  "range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 20}}}]
"#,
        r#"[{"file": "file:///home/dev/project/a.proto", "line": 3, "column": 1, "end_line": 3, "end_column": 21,
             "severity": "warning", "message": "unused import"}]"#,
    ),
    Example::new(
        "capitals",
        "[{\"Severity\":\"warning\",\"Failure\":\"exported function Total should have comment\",\"RuleName\":\"exported\",\"Position\":{\"Start\":{\"Filename\":\"main.go\",\"Line\":5,\"Column\":1},\"End\":{\"Filename\":\"main.go\",\"Line\":7,\"Column\":2}}}]\n",
        r#"[{"file": "main.go", "line": 5, "column": 1, "end_line": 7, "end_column": 2, "severity": "warning", "code": "exported"}]"#,
    ),
    Example::new(
        "PVS-Studio's levels",
        "{\"version\":3,\"warnings\":[{\"code\":\"V547\",\"level\":1,\"positions\":[{\"file\":\"/home/dev/shop.cpp\",\"line\":4,\"endLine\":4}],\"message\":\"Expression is always true.\"}]}\n",
        r#"[{"file": "/home/dev/shop.cpp", "line": 4, "severity": "error", "code": "V547"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "generic-json",
    "any tool that lists its findings as JSON",
    DOCS,
    &[],
    &EXAMPLES,
);

/// The names that fields with a line have.
static TRIGGERS: [&str; 16] = [
    "\"line\"",
    "\"Line\"",
    "\"lines\"",
    "\"line_no\"",
    "\"line_number\"",
    "\"line_from\"",
    "\"lineNumber\"",
    "\"linenumber\"",
    "\"lineno\"",
    "\"startLine\"",
    "\"start_line\"",
    "\"start_line_no\"",
    "\"beginline\"",
    "\"beginLine\"",
    "\"row\"",
    "\"file_line_range\"",
];

/// The depth to which findings are searched for.
const DEEPEST: usize = 12;

fn read(value: &Value, sink: &mut Sink) -> bool {
    let mut walk = Walk { sink, found: false };
    walk.value(value, None, 0);
    walk.found
}

struct Walk<'a> {
    sink: &'a mut Sink,
    found: bool,
}

impl Walk<'_> {
    /// Searches a value for findings, which are about `file` when the objects around it name one.
    fn value(&mut self, value: &Value, file: Option<&str>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::Array(items) => {
                for item in items {
                    self.value(item, file, depth + 1);
                }
            }
            Value::Object(fields) => {
                let file = place::file_of(fields).or(file);
                if let Some(diagnostic) = finding::read(fields, file) {
                    self.found = true;
                    self.sink.emit(diagnostic);
                    return;
                }
                for (key, inner) in fields {
                    let named = (inner.is_array() || inner.is_object()) && is_file(key);
                    self.value(inner, if named { Some(key) } else { file }, depth + 1);
                }
            }
            _ => {}
        }
    }
}

fn is_file(key: &str) -> bool {
    locate::kind(key) == Some(locate::FileKind::Sure)
}
