//! `go build`, `go vet`, and linters that print like them.

use unbreak_core::{
    Diagnostic, ErrorType, Line, OutputRange, ParserState, Severity, Sink, Step, register_parser,
};

use super::compiler::Finding;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::GO_BUILD).state::<State>());

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
