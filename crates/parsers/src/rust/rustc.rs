//! The text of rustc and clippy, and of tools that draw in the same style.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, Example, Line, ParserState, Sink, Step, register_parser,
};

use super::LANGUAGES;
use super::finding::Finding;
use super::kind;
use crate::format::{self, head};
use crate::text;

register_parser!(Rustc);

const DOCS: &str = r#"
## What it understands

The text of rustc, clippy and rustdoc as cargo passes it on: `error[E0308]: ...` with its place, the end
of the underlined range, labels and notes with places of their own, and the fixes that a `help` draws
(inserted text, replaced and new lines). The short format (`src/a.rs:1:5: error[E0308]: ...`) too, and
other tools that draw with annotate-snippets or codespan (cargo for its manifests, solc, typos, zizmor).

The name of a lint is the code, as far as the text gives it: rustc names each lint once.

## Versions seen

rustc, clippy and cargo 1.95; drawings of rustc 1.40 to 1.94 from their tests' documentation.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a misspelt field, and its fix",
        "error[E0609]: no field `nmae` on type `&Entry`\n  --> src/entry.rs:13:28\n   |\n13 |         format!(\"{}\", self.nmae)\n   |                            ^^^^ unknown field\n   |\nhelp: a field with a similar name exists\n   |\n13 -         format!(\"{}\", self.nmae)\n13 +         format!(\"{}\", self.name)\n   |\n",
        r#"[{"type": "type", "code": "E0609", "file": "src/entry.rs", "line": 13, "column": 28,
             "advice": "a field with a similar name exists",
             "suggestions": [{"edits": [{"line": 13, "column": 29, "end_column": 31, "replacement": "am"}]}]}]"#,
    ),
    Example::new(
        "a lint in the short format",
        "src/lib.rs:2:5: warning: unused import: `std::io`\n",
        r#"[{"type": "lint", "severity": "warning", "file": "src/lib.rs", "line": 2, "column": 5,
             "message": "unused import: `std::io`"}]"#,
    ),
    Example::new(
        "a drawing without an arrow",
        "error: TOML parse error at line 3, column 5\n  |\n3 | foo = \n  |       ^\ninvalid string\n",
        r#"[{"line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rustc",
    "rustc's and clippy's findings, in text",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct Rustc;

impl ErrorParser for Rustc {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[
            "error: ",
            "error[",
            "warning: ",
            "warning[",
            "Error: ",
            "Warning: ",
        ]
    }

    /// After the parsers of other tools that draw the same way.
    fn priority(&self) -> i32 {
        -1
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    finding: Option<Finding>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(finding) = &mut self.finding else {
            return self.begin(line, sink);
        };
        if finding.line(line.text) {
            return Step::More;
        }
        let drawn = finding.is_drawn();
        self.finish(sink);
        if drawn { Step::Pass } else { Step::Reject }
    }

    /// Without a drawing it is another tool's message, wherever the output ends.
    fn is_unfinished(&self) -> bool {
        self.finding.as_ref().is_some_and(|finding| !finding.is_drawn())
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(finding) = self.finding.take().filter(Finding::is_drawn) {
            sink.emit(finding.finish());
        }
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(diagnostic) = short(line.text) {
            sink.emit(diagnostic);
            return Step::Done;
        }
        self.finding = Finding::begin(line.text);
        if self.finding.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }
}

/// `src/a.rs:1:5: error[E0308]: message`.
fn short(text: &str) -> Option<Diagnostic> {
    if !text::holds(text, text::literal!(".rs:")) {
        return None;
    }
    let head = head::read(text)?;
    let file = head.location.file.as_deref()?;
    let severity = head
        .severity
        .filter(|_| file.ends_with(".rs") && !text.starts_with(' '))?;
    head.location.column?;
    let error_type = kind::error_type(
        severity,
        head.code.filter(|code| kind::is_error_code(code)),
        head.message,
    );
    let mut diagnostic = Diagnostic::new(error_type, severity, head.message).at(head.location);
    diagnostic.phase = kind::phase(head.code, head.message);
    diagnostic.code = head.code.map(str::to_owned);
    Some(diagnostic)
}
