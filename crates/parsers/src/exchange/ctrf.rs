//! The Common Test Report Format.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::PRIORITY;
use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["\"tests\""])
        .priority(PRIORITY)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`results.tests` with the status `failed`: name, message, file and line.

## Versions seen

0.0.0 and 1.0, from its schema.
"#;

static FIELDS: [(Field, &str); 4] = [
    (Field::File, "filePath"),
    (Field::Line, "line"),
    (Field::Message, "message"),
    (Field::Test, "name"),
];

static RECORDS: [Records; 1] = [Records::of(ErrorType::Assertion, "results.tests.*", &FIELDS)
    .needing(&["status=failed", "name", "duration"])
    .saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"{"results":{"tool":{"name":"jest"},"summary":{"tests":1,"passed":0,"failed":1,"pending":0,"skipped":0,"other":0,"start":1,"stop":2},"tests":[{"name":"adds","status":"failed","duration":10,"message":"expected 1 to equal 2","filePath":"src/shop.test.js","line":3}]}}
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "src/shop.test.js", "line": 3, "message": "expected 1 to equal 2", "test": "adds"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("ctrf", "the Common Test Report Format", DOCS, &[], &EXAMPLES);
