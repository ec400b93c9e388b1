//! `go build`, `go vet`, and linters that print like them.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, OutputRange, ParserState, Severity, Sink,
    Step, register_parser,
};

use super::LANGUAGES;
use super::compiler::Finding;
use crate::format;

register_parser!(GoBuild);

const DOCS: &str = r#"
## What it understands

The compiler's and vet's errors (`./main.go:12:17: undefined: x`, the lines below them that are indented
by a tab), the text of golangci-lint, staticcheck, revive and golint, which has the same shape, and the
errors of the `go` command itself (`go: module x: ...`). The rule is the name in parentheses at the end.

A column of 0 is none.

## Versions seen

Go 1.27; 1.14 to 1.25, golangci-lint 1 and 2 and staticcheck 2024 from their documentation.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "golangci-lint's log",
        "level=error msg=\"[linters_context] typechecking error: shop/total.go:12:3: undefined: price\"\n",
        r#"[{"type": "type", "severity": "error", "file": "shop/total.go", "line": 12, "column": 3, "message": "undefined: price"}]"#,
    ),
    Example::new(
        "an error with further lines",
        "# example.com/inventory\n./main.go:15:9: too many return values\n\thave (number)\n\twant ()\n",
        r#"[{"type": "type", "severity": "error", "file": "./main.go", "line": 15, "column": 9,
             "message": "too many return values\nhave (number)\nwant ()"}]"#,
    ),
    Example::new(
        "a linter's finding, with its source",
        "fmts/fmt_test.go:42:21: Error return value of `w.Write` is not checked (errcheck)\n\t\tw.Write(s)\n\t\t       ^\n",
        r#"[{"type": "lint", "file": "fmts/fmt_test.go", "line": 42, "column": 21, "code": "errcheck"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "go-build",
    "go build, go vet and Go's linters",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct GoBuild;

impl ErrorParser for GoBuild {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[".go:", "go.mod:", "go.work:", "go: "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<(Finding, OutputRange)>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some((finding, range)) = &mut self.open {
            if finding.line(line.text) {
                range.end = line.range.end;
                return Step::More;
            }
            self.finish(sink);
            return Step::Pass;
        }
        if let Some(diagnostic) = command(line.text) {
            sink.emit(diagnostic);
            return Step::Done;
        }
        self.open = Finding::begin(logged(line.text)).map(|finding| (finding, line.range));
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some((finding, range)) = self.open.take() {
            let mut diagnostic = finding.finish();
            diagnostic.output = range;
            sink.emit(diagnostic);
        }
    }
}

/// A compiler error in golangci-lint's log: `level=error msg="[...] typechecking error: FILE:3:5: x"`.
fn logged(text: &str) -> &str {
    if !["level=", "ERRO", "WARN"]
        .iter()
        .any(|level| text.starts_with(level))
    {
        return text;
    }
    let said = text.split_once("typechecking error: ");
    said.map_or(text, |(_, said)| said.trim_end_matches('"'))
}

/// An error of the `go` command: `go: cannot find main module`. Its progress messages have the same prefix.
fn command(text: &str) -> Option<Diagnostic> {
    const PROGRESS: [&str; 11] = [
        "downloading ",
        "finding ",
        "found ",
        "extracting ",
        "added ",
        "upgraded ",
        "downgraded ",
        "removed ",
        "creating ",
        "to add ",
        "warning: ",
    ];
    let message = text.strip_prefix("go: ")?.trim();
    // The reason is below.
    let is_heading = message.ends_with(" imports") || message == "errors parsing go.mod:";
    if message.is_empty() || is_heading || PROGRESS.iter().any(|start| message.starts_with(start)) {
        return None;
    }
    let about_module = message.contains("module") || message.contains('@') || message.contains("package");
    let error_type = if about_module {
        ErrorType::Import
    } else {
        ErrorType::Build
    };
    Some(Diagnostic::new(error_type, Severity::Error, message))
}
