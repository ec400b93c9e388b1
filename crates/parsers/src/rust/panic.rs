//! Panics of any Rust program.

use unbreak_core::{Descriptor, Diagnostic, ErrorParser, Example, Line, ParserState, register_parser};

use super::LANGUAGES;
use super::panic_reader::PanicReader;
use crate::format;
use crate::gather::{Gather, Gathering};

register_parser!(RustPanic);

const DOCS: &str = r#"
## What it understands

What the default panic hook prints, before and since Rust 1.73 (when the place moved before the
message) and since 1.91 (when the thread's id was added), with its backtrace as frames. A failed
`assert!` is an assertion, everything else a runtime error. A thread with a path for a name is a test.

## Versions seen

Rust 1.95; older headers from the release notes.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a panic in main",
        "thread 'main' (10598) panicked at src/main.rs:1:57:\nindex out of bounds: the len is 0 but the index is 3\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
        r#"[{"type": "runtime", "file": "src/main.rs", "line": 1, "column": 57,
             "message": "index out of bounds: the len is 0 but the index is 3"}]"#,
    ),
    Example::new(
        "the old header",
        "thread 'main' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `2`', src/main.rs:3:5\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
        r#"[{"type": "assertion", "file": "src/main.rs", "line": 3, "column": 5,
             "message": "assertion failed: `(left == right)`\n  left: `1`,\n right: `2`"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rust-panic",
    "panics of Rust programs",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct RustPanic;

impl ErrorParser for RustPanic {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["panicked at "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Gathering::<PanicReader>::default())
    }
}

impl Gather for PanicReader {
    fn begin(line: &Line<'_>) -> Option<Self> {
        Self::begin(line.text)
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        self.line(line.text)
    }

    fn finish(self) -> Option<Diagnostic> {
        let test = self.thread().contains("::").then(|| self.thread().to_owned());
        let mut diagnostic = self.finish();
        diagnostic.test = test;
        Some(diagnostic)
    }
}
