//! `gofmt -d`: files that are not formatted.

use unbreak_core::{
    Applicability, Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, Suggestion,
    register_parser,
};

use crate::described;
use crate::format::{Format, hunk::Hunk};

register_parser!(Format::of(&described::GOFMT).state::<State>());

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
