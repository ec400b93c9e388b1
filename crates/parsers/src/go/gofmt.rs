//! `gofmt -d`: files that are not formatted.

use unbreak_core::{
    Applicability, Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState,
    Severity, Sink, Step, Suggestion, register_parser,
};

use super::LANGUAGES;
use crate::format::{self, hunk::Hunk};

register_parser!(Gofmt);

const DOCS: &str = r#"
## What it understands

The differences that `gofmt -d`, `goimports -d` and `gofumpt -d` print (`diff a.go.orig a.go`), one
diagnostic for each hunk, with the change as a suggestion. `gofmt -l` prints bare names and says nothing
of itself.

## Versions seen

Go 1.27.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a function that is not formatted",
    "diff fmtx.go.orig fmtx.go\n--- fmtx.go.orig\n+++ fmtx.go\n@@ -1,3 +1,4 @@\n package main\n-func  x( ) {\n+\n+func x() {\n }\n",
    r#"[{"type": "lint", "severity": "error", "code": "gofmt", "file": "fmtx.go", "line": 2,
         "suggestions": [{"applicability": "machine-applicable", "edits": [{"line": 2, "end_line": 3,
         "replacement": "\nfunc x() {\n"}]}]}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "gofmt",
    "files that gofmt would change",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct Gofmt;

impl ErrorParser for Gofmt {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[".go.orig "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    file: Option<String>,
    hunk: Option<Hunk>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(file) = self.file.clone() else {
            self.file = header(line.text);
            return if self.file.is_some() {
                Step::More
            } else {
                Step::Pass
            };
        };
        if let Some(start) = hunk_header(line.text) {
            self.close(sink);
            self.hunk = Some(Hunk::new(&file, start));
            return Step::More;
        }
        let taken = match &mut self.hunk {
            Some(hunk) => !line.text.is_empty() && hunk.line(line.text),
            None => line.text.starts_with("--- ") || line.text.starts_with("+++ "),
        };
        if taken {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.file = None;
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) {
        if let Some(diagnostic) = self.hunk.take().and_then(diagnostic) {
            sink.emit(diagnostic);
        }
    }
}

/// `diff a.go.orig a.go`, before Go 1.19 `diff -u a.go.orig a.go`.
fn header(text: &str) -> Option<String> {
    let names = text.strip_prefix("diff ")?;
    let (_, file) = names.split_once(".go.orig ")?;
    Some(file.to_owned())
}

/// The first line of the old file in `@@ -1,3 +1,4 @@`.
fn hunk_header(text: &str) -> Option<u32> {
    let range = text.strip_prefix("@@ -")?;
    let digits = range.bytes().take_while(u8::is_ascii_digit).count();
    range[..digits].parse().ok()
}

fn diagnostic(hunk: Hunk) -> Option<Diagnostic> {
    let edits = hunk.into_edits();
    let first = &edits.first()?.location;
    let location = Location::line(first.file.clone()?, first.line?);
    let diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, "not formatted");
    let mut diagnostic = diagnostic.with_code("gofmt").at(location);
    diagnostic.suggestions.push(Suggestion {
        title: "format as gofmt does".to_owned(),
        applicability: Applicability::MachineApplicable,
        edits,
    });
    Some(diagnostic)
}
