//! `cargo fmt --check`: files that are not formatted.

use unbreak_core::{
    Applicability, Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState,
    Severity, Suggestion, register_parser,
};

use super::LANGUAGES;
use crate::format::{self, hunk::Hunk};
use crate::gather::{Gather, Gathering};

register_parser!(Rustfmt);

const DOCS: &str = r#"
## What it understands

The differences that `rustfmt --check` prints, `Diff in FILE:12:` and before rustfmt 1.8
`Diff in FILE at line 12:`. The change is the tool's own and machine-applicable.

## Versions seen

rustfmt 1.9 (Rust 1.95); the older header from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a line that is too long",
    "Diff in /home/dev/project/src/a.rs:5:\n impl A {\n-    fn a(&self) -> bool { true }\n+    fn a(&self) -> bool {\n+        true\n+    }\n }\n",
    r#"[{"type": "lint", "severity": "error", "code": "rustfmt", "file": "/home/dev/project/src/a.rs", "line": 6,
         "suggestions": [{"applicability": "machine-applicable", "edits": [{"line": 6, "column": 1, "end_line": 7,
         "end_column": 1, "replacement": "    fn a(&self) -> bool {\n        true\n    }\n"}]}]}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rustfmt",
    "files that rustfmt would change",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct Rustfmt;

impl ErrorParser for Rustfmt {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["Diff in "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Gathering::<Hunk>::default())
    }
}

impl Gather for Hunk {
    /// `Diff in FILE:12:`, `Diff in FILE at line 12:`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text;
        let place = text.strip_prefix("Diff in ")?.strip_suffix(':')?;
        let (file, line) = place.split_once(" at line ").or_else(|| place.rsplit_once(':'))?;
        Some(Hunk::new(file, line.parse().ok()?))
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        self.line(line.text)
    }

    /// The diagnostic of the diff, at its first change.
    fn finish(self) -> Option<Diagnostic> {
        let edits = self.into_edits();
        let first = &edits.first()?.location;
        let location = Location::line(first.file.clone()?, first.line?);
        let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, "not formatted");
        diagnostic = diagnostic.with_code("rustfmt").at(location);
        diagnostic.suggestions.push(Suggestion {
            title: "format as rustfmt does".to_owned(),
            applicability: Applicability::MachineApplicable,
            edits,
        });
        Some(diagnostic)
    }
}
