//! Python's json.tool and jq: JSON that does not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": line ", "jq: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

json.tool: `Expecting ',' delimiter: line 3 column 5 (char 40)`; jq: `jq: parse error: message at line 3,
column 5`; simdjson-like tools print neither.

## Versions seen

Python 3.11, jq 1.6 and 1.7.
"#;

static LINES: [Pattern; 4] = [
    Pattern::syntax(r"^jq: error: {message} at (?:{file}|<top-level>), line {line}(?:, column {column})?:$"),
    Pattern::of(
        ErrorType::Runtime,
        r"^jq: error(?: \(at {file}:{line}\))?: {message}$",
    ),
    Pattern::syntax(r"^{message}: line {line} column {column} \(char \d+\)$"),
    Pattern::syntax(r"^(?:jq: )?parse error(?: \(.*\))?: {message} at line {line}, column {column}$"),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "json.tool",
        "Expecting property name enclosed in double quotes: line 1 column 10 (char 9)\n",
        r#"[{"type": "syntax", "severity": "error", "line": 1, "column": 10, "message": "Expecting property name enclosed in double quotes"}]"#,
    ),
    Example::new(
        "jq",
        "jq: parse error: Expected another key-value pair at line 1, column 10\n",
        r#"[{"type": "syntax", "line": 1, "column": 10}]"#,
    ),
    Example::new(
        "a filter of jq that does not parse",
        "jq: error: syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?) at <top-level>, line 1:\n",
        r#"[{"type": "syntax", "severity": "error", "line": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "json-tool",
    "Python's json.tool and jq: JSON that does not parse",
    DOCS,
    &[Cow::Borrowed("json")],
    &EXAMPLES,
);
